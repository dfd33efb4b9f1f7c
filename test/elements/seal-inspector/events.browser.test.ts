import {expect} from '@open-wc/testing';
import type {Opinions} from '../../../src/core/inspection/opinions.js';
import type {
  InspectedEvent,
  InspectErrorEvent,
} from '../../../src/elements/seal-inspector/events.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {invalid, none, valid} from './answers.js';
import {FakeClient, fileNamed, inspectorWith, part} from './fixture.js';
import {change, textOf} from '../kit.js';

function heard(element: SealInspector) {
  const inspected: InspectedEvent[] = [];
  const failed: InspectErrorEvent[] = [];
  element.addEventListener('inspected', (event) => inspected.push(event));
  element.addEventListener('inspect-error', (event) => failed.push(event));
  return {inspected, failed};
}

/** An inspector for which the service gives one answer and this browser another. */
async function asking(
  service: InspectionResult,
  local: InspectionResult | SealedCaptureError = none,
) {
  const element = await inspectorWith(new FakeClient(() => Promise.resolve(service)));
  const asked: string[] = [];
  element.verifiers = {
    local: {
      verify: (_file, {trustAnchors}) => {
        asked.push(trustAnchors);
        return local instanceof SealedCaptureError ? Promise.reject(local) : Promise.resolve(local);
      },
    },
    trustAnchors: {of: (url) => Promise.resolve(`anchors of ${url}`)},
  };
  return {element, asked, ...heard(element)};
}

describe('<seal-inspector> events for pages with their own UI', () => {
  it('reports each file, with the file itself and the source of each verdict', async () => {
    const {element, inspected} = await asking(valid);
    const files = [fileNamed('a.jpg'), fileNamed('b.jpg')];
    await element.inspect(files);
    while (inspected.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(inspected.map(({fileName, file}) => [fileName, file])).to.eql([
      ['a.jpg', files[0]],
      ['b.jpg', files[1]],
    ]);
    const [event] = inspected;
    expect(event?.result).to.eql(valid);
    expect(event?.service).to.eql(valid);
    expect(event?.local).to.equal(undefined);
    expect(event?.detail.result).to.equal(event?.result);
    expect(event?.bubbles && event.composed).to.be.true;
  });

  it('reports both answers and where they differ', async () => {
    const {element, inspected} = await asking(valid, invalid);
    element.verify = 'both';
    expect(await element.inspect(fileNamed('a.jpg')), 'the more cautious one').to.eql(invalid);
    const {service, local, differences, result} = inspected[0] as Opinions;
    expect(service).to.eql(valid);
    expect(local).to.eql(invalid);
    expect(result).to.eql(invalid);
    expect(differences).to.eql({
      state: true,
      codes: ['assertion.dataHash.mismatch'],
      contents: [],
    });
  });

  it('reports which of the two could not answer', async () => {
    const gone = new SealedCaptureError('worker_unavailable', 'none');
    const {element, inspected} = await asking(valid, gone);
    element.verify = 'both';
    await element.inspect(fileNamed('a.jpg'));
    expect(inspected[0]?.unanswered).to.eql({by: 'local', error: gone});
  });

  it("verifies in the browser with the page's anchors, or with those of the service", async () => {
    const {element, asked, inspected} = await asking(valid, none);
    element.setAttribute('verify', 'local');
    await element.inspect(fileNamed('a.jpg'));
    element.trustAnchors = 'own';
    await element.inspect(fileNamed('a.jpg'));
    expect(asked).to.eql(['anchors of https://inspect.example/v1/inspect', 'own']);
    expect(inspected.map(({service, local}) => [service, local])).to.eql([
      [undefined, none],
      [undefined, none],
    ]);
  });

  it('has the result of the file that is shown', async () => {
    const {element} = await asking(valid);
    expect(element.result).to.equal(undefined);
    const inspecting = element.inspect(fileNamed('a.jpg'));
    expect(element.result).to.equal(undefined);
    expect(await inspecting).to.eql(valid);
    expect(element.result).to.eql(valid);
  });

  it('works while it is hidden', async () => {
    const {element, inspected, failed} = await asking(valid);
    element.hidden = true;
    expect(getComputedStyle(element).display).to.equal('none');
    expect(await element.inspect(fileNamed('a.jpg'))).to.eql(valid);
    expect(inspected).to.have.length(1);
    element.client = new FakeClient(() =>
      Promise.reject(new SealedCaptureError('too_large', 'It is too large.', {status: 413})),
    );
    const file = fileNamed('b.jpg');
    expect(await element.inspect(file)).to.equal(undefined);
    expect(failed.map(({detail}) => detail)).to.eql([
      {
        fileName: 'b.jpg',
        file,
        code: 'too_large',
        message: 'It is too large.',
        retryable: false,
        status: 413,
      },
    ]);
    expect(failed[0]?.file).to.equal(file);
  });

  it('reports nothing about a file that another one replaced', async () => {
    const {element, inspected, failed} = await asking(valid);
    const first = element.inspect(fileNamed('a.jpg'));
    const second = element.inspect(fileNamed('b.jpg'));
    expect(await first).to.equal(undefined);
    expect(await second).to.eql(valid);
    expect(inspected.map(({fileName}) => fileName)).to.eql(['b.jpg']);
    expect(failed).to.eql([]);
  });

  it('continues after a move within the page, and resolves the same promise', async () => {
    const {element, inspected} = await asking(valid);
    const inspecting = element.inspect(fileNamed('a.jpg'));
    const elsewhere = document.createElement('div');
    element.parentElement?.append(elsewhere);
    elsewhere.append(element);
    expect(await inspecting).to.eql(valid);
    expect(inspected).to.have.length(1);
  });

  it('reports the verdict of an answer that is nested too deeply to be shown', async () => {
    const {element, inspected} = await asking(valid);
    const answer = {
      ...valid,
      get gps(): never {
        throw new RangeError('Maximum call stack size exceeded');
      },
    };
    element.client = new FakeClient(() => Promise.resolve(answer));
    const ignored = (event: Event) => event.preventDefault();
    window.addEventListener('unhandledrejection', ignored);
    const result = await element.inspect(fileNamed('a.jpg'));
    // The browser reports it in a separate task.
    await new Promise((resolve) => setTimeout(resolve));
    window.removeEventListener('unhandledrejection', ignored);
    expect(result?.labelState).to.equal('valid');
    expect(inspected).to.have.length(1);
  });

  it('reports the sources and anchors that were used, whatever the page sets afterwards', async () => {
    const packed: string[] = [];
    const {element} = await asking(valid, valid);
    element.reader = {
      facts: () => Promise.resolve({sha256: ''}),
      evidence: (_file, texts) => {
        packed.push(...texts.flatMap(({name, text}) => (/pem$/.test(name) ? [text] : [])));
        return Promise.reject(new SealedCaptureError('media_unsupported', 'No more is needed.'));
      },
    };
    element.verify = 'both';
    await element.inspect(fileNamed('a.jpg'));
    await change(element, {baseUrl: 'https://other.example/v1', trustAnchors: 'never used'});
    expect(textOf(part(element, 'verdict'))).to.contain('Checked by inspect.example and');
    const buttons = [...(part(element, 'take-away')?.querySelectorAll('button') ?? [])];
    buttons.find((button) => textOf(button) === 'Download evidence')?.click();
    while (packed.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(packed).to.eql(['anchors of https://inspect.example/v1/inspect']);
  });

  it('resolves without a result if it is removed meanwhile', async () => {
    const element = await inspectorWith(new FakeClient(() => new Promise(() => {})));
    const inspecting = element.inspect(fileNamed('a.jpg'));
    element.remove();
    expect(await inspecting).to.equal(undefined);
  });

  it('does not offer to verify in the browser again after that has failed, until the service is asked again', async () => {
    const {element, asked} = await asking(valid, none);
    const gone = new SealedCaptureError('network_failed', 'gone');
    element.client = new FakeClient(() => Promise.reject(gone));
    element.verifiers = {...element.verifiers!, trustAnchors: {of: () => Promise.reject(gone)}};
    await element.inspect(fileNamed('a.jpg'));
    const names = () =>
      [...(part(element, 'failure')?.querySelectorAll('button') ?? [])].map(textOf);
    const press = async (name: string, expected: readonly string[]) => {
      const buttons = [...(part(element, 'failure')?.querySelectorAll('button') ?? [])];
      buttons.find((button) => textOf(button) === name)?.click();
      while (String(names()) !== String(expected)) await new Promise((go) => setTimeout(go, 5));
    };
    const both = ['Try again', 'Check in this browser instead'];
    expect(names()).to.eql(both);
    await press('Check in this browser instead', ['Try again']);
    await press('Try again', both);
    expect(asked).to.have.length(0);
  });

  it('verifies only this file in the browser if the service cannot be reached', async () => {
    const {element, asked} = await asking(valid, none);
    element.client = new FakeClient(() =>
      Promise.reject(new SealedCaptureError('network_failed', 'gone')),
    );
    await element.inspect(fileNamed('a.jpg'));
    const here = () =>
      [...(part(element, 'failure')?.querySelectorAll('button') ?? [])].find(
        (button) => textOf(button) === 'Check in this browser instead',
      );
    here()?.click();
    while (!element.result) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(element.result).to.eql(none);
    expect(asked).to.have.length(1);
    await element.inspect(fileNamed('b.jpg'));
    expect(here(), 'the service is asked about the next').to.be.ok;
    element.verify = 'both';
    await element.inspect(fileNamed('c.jpg'));
    expect(asked, 'and both where both are wanted').to.have.length(2);
  });
});
