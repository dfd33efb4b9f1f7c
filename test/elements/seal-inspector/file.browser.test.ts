import {expect, waitUntil} from '@open-wc/testing';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {answers, none, valid} from './answers.js';
import {facts, inspectorReading, picture} from './facts.js';
import {FakeClient, fileNamed, inspectorWith, part, valueOf} from './fixture.js';
import {textOf} from '../kit.js';

const sha256 = facts().sha256;

async function showing(answer = valid, size: readonly [number, number] = [1200, 1600]) {
  const element = await inspectorReading(answer, facts(), await picture('navy', size));
  await waitUntil(() => part(element, 'preview')?.querySelector('canvas'), 'it is drawn');
  return element;
}

const plateOf = (element: SealInspector) => part(element, 'preview')?.querySelector('.plate');
const imageOf = (element: SealInspector) =>
  part(element, 'preview')?.querySelector('[role="img"]')?.getAttribute('aria-label');

describe('<seal-inspector> and the file itself', () => {
  it('shows its name, size, dimensions and fingerprint, and both types if they differ', async () => {
    const element = await showing();
    expect(textOf(part(element, 'papers'))).to.contain('Name photo.png');
    expect(valueOf(element, 'Type')).to.equal('image/png');
    expect(valueOf(element, 'Type by its content')).to.equal('image/jpeg');
    expect(valueOf(element, 'Width × height')).to.equal('1200 × 1600 px');
    const shown = [...(part(element, 'papers')?.querySelectorAll('code') ?? [])].map(textOf);
    expect(shown.map((code) => code.replaceAll(' ', ''))).to.eql([sha256]);
    const plain = await inspectorReading(valid, facts(), fileNamed('photo.jpg'));
    expect(valueOf(plain, 'Type by its content')).to.be.undefined;
  });

  it('shows a type once if systems have two names for it', async () => {
    const typeOf = async (type: string, mediaType: string) =>
      valueOf(
        await inspectorReading(valid, {...facts(), mediaType}, fileNamed('one', type)),
        'Type by its content',
      );
    expect(await typeOf('image/jpg', 'image/jpeg')).to.be.undefined;
    expect(await typeOf('audio/mp3', 'audio/mpeg')).to.be.undefined;
    expect(await typeOf('audio/x-wav', 'audio/wav')).to.be.undefined;
    expect(await typeOf('audio/x-wav', 'audio/mpeg')).to.equal('audio/mpeg');
  });

  it('reports that it cannot copy if the browser forbids it', async () => {
    const element = await showing();
    const copy = part(element, 'papers')?.querySelector<HTMLElement>('.copy');
    // A script presses the button and the page does not have the focus, so some browsers refuse to copy.
    copy?.querySelector('button')?.click();
    const said = () => textOf(copy?.querySelector('[role="status"]'));
    await waitUntil(() => said() !== '');
    expect(said()).to.be.oneOf([
      'Copied.',
      'Your browser does not allow it. Select the text instead.',
    ]);
  });

  it('reserves space for facts that are still being read, and none if there is no seal', async () => {
    const waiting = async (answer: typeof valid) => {
      const element = await inspectorWith(new FakeClient(() => Promise.resolve(answer)));
      element.reader = {
        facts: () => new Promise(() => {}),
        evidence: () => new Promise(() => {}),
      };
      await element.inspect(fileNamed('photo.jpg'));
      return element;
    };
    const sealed = await waiting(valid);
    const placeholder = sealed.shadowRoot?.querySelector<HTMLElement>('.facts');
    expect(textOf(placeholder)).to.equal('Reading what else the seal holds.');
    expect(placeholder?.offsetHeight).to.be.at.least(90);
    expect(valueOf(sealed, 'Fingerprint (SHA-256)')).to.equal('Reading the file.');
    expect((await waiting(none)).shadowRoot?.querySelector('.facts')).to.be.null;
  });

  it('reports in one line that the file could not be read, and shows the verdict anyway', async () => {
    const element = await inspectorWith(new FakeClient(() => Promise.resolve(valid)));
    const failure = new SealedCaptureError('worker_unavailable', 'No worker.');
    element.reader = {
      facts: () => Promise.reject(failure),
      evidence: () => Promise.reject(failure),
    };
    await element.inspect(fileNamed('photo.jpg'));
    const said = () => textOf(element.shadowRoot?.querySelector('.facts'));
    await waitUntil(() => said() === 'This device could not read what else the seal holds.');
    expect(textOf(part(element, 'verdict')?.querySelector('h2'))).to.equal('Seal intact.');
    expect(valueOf(element, 'Issued to')).to.equal('Harbour Claims Ltd');
    expect(valueOf(element, 'Fingerprint (SHA-256)')).to.equal('It could not be read.');
  });

  for (const state of ['untrusted', 'invalid'] as const) {
    for (const how of ['not read yet', 'not to be read', 'without its own seal'] as const) {
      it(`marks the certificate of the answer as not confirmed if the seal is "${state}" and the facts are ${how}`, async () => {
        const element = await inspectorWith(new FakeClient(() => Promise.resolve(answers[state])));
        const failure = new SealedCaptureError('worker_unavailable', 'No worker.');
        const asked = {
          'not read yet': () => new Promise<never>(() => {}),
          'not to be read': () => Promise.reject(failure),
          'without its own seal': () => Promise.resolve({sha256}),
        };
        element.reader = {facts: asked[how], evidence: () => Promise.reject(failure)};
        await element.inspect(fileNamed('photo.jpg'));
        await new Promise((resolve) => setTimeout(resolve));
        await element.updateComplete;
        const claim = part(element, 'certificate') as HTMLElement;
        expect(textOf(claim)).to.match(
          /^Certificate \(not confirmed\) Issued to Harbour Claims Ltd/,
        );
        expect(getComputedStyle(claim).backgroundImage).to.contain('repeating-linear-gradient');
        const before = element.shadowRoot?.querySelector<HTMLElement>('.facts');
        if (how === 'not to be read') expect(before?.offsetHeight).to.be.below(60);
        await expect(element).to.be.accessible();
      });
    }
  }

  it('does not mark the certificate of a valid seal', async () => {
    const {sha256: print} = facts();
    const element = await inspectorReading(valid, {sha256: print});
    expect(part(element, 'certificate')).to.be.null;
    expect(textOf(part(element, 'papers'))).to.match(/^Certificate Issued to/);
  });
});

describe('<seal-inspector> and the picture of a file', () => {
  for (const [state, answer] of Object.entries(answers)) {
    it(`states whether it is the photographed picture if the seal is "${state}"`, async () => {
      const element = await inspectorWith(new FakeClient(() => Promise.resolve(answer)));
      await element.inspect(await picture('navy', [120, 80]));
      await waitUntil(() => part(element, 'preview')?.querySelector('canvas'), 'it is drawn');
      expect(textOf(part(element, 'preview')?.querySelector('.doubt'))).to.equal(
        state === 'valid' ? '' : 'Not confirmed: this may not be what was photographed.',
      );
      await expect(element).to.be.accessible();
    });
  }
});

describe('<seal-inspector> and a license plate', () => {
  it('draws its box with its number over the picture', async () => {
    const element = await showing();
    const plate = plateOf(element);
    expect(plate?.getAttribute('viewBox')).to.equal('0 0 1200 1600');
    const box = ['x', 'y', 'width', 'height'].map((name) =>
      plate?.querySelector('rect')?.getAttribute(name),
    );
    expect(box).to.eql(['812', '1403', '300', '72']);
    expect(textOf(plate?.querySelector('text'))).to.equal('M AB 1284');
    expect(imageOf(element)).to.equal('The file as it is now. The plate is marked: M AB 1284.');
    const canvas = part(element, 'preview')?.querySelector('canvas')?.getBoundingClientRect();
    const [width, left, top] = [canvas?.width ?? 0, canvas?.left ?? 0, canvas?.top ?? 0];
    const drawn = plate?.querySelector('rect')?.getBoundingClientRect();
    expect(drawn?.left).to.be.closeTo(left + (812 / 1200) * width, 3);
    expect(drawn?.top).to.be.closeTo(top + (1403 / 1200) * width, 3);
    await expect(element).to.be.accessible();
  });

  it('lets a person hide the box', async () => {
    const element = await showing();
    part(element, 'preview')?.querySelector('input')?.click();
    expect(getComputedStyle(plateOf(element) as Element).display).to.equal('none');
    part(element, 'preview')?.querySelector('input')?.click();
    expect(getComputedStyle(plateOf(element) as Element).display).not.to.equal('none');
  });

  for (const state of ['untrusted', 'invalid'] as const) {
    it(`marks it as a claim if the seal is "${state}"`, async () => {
      const element = await showing(answers[state]);
      expect(textOf(plateOf(element)?.querySelector('text'))).to.equal('M AB 1284 (not confirmed)');
      expect(imageOf(element)).to.contain('(not confirmed)');
      const line = getComputedStyle(plateOf(element)?.querySelector('rect') as Element);
      expect(line.strokeDasharray).not.to.equal('none');
    });
  }

  it('draws no box outside the picture, and none for invalid values', async () => {
    expect(plateOf(await showing(valid, [400, 300]))).to.be.null;
    for (const boundingBox of [
      undefined,
      {x: '1', y: 1, width: 2, height: 2},
      {x: -1, y: 1, width: 2, height: 2},
      {x: 1, y: 1, width: 0, height: 2},
    ]) {
      const plate = {plateNumber: 'M AB 1284', boundingBox} as never;
      const element = await showing({...valid, features: {licensePlateInfo: plate}});
      expect(plateOf(element)).to.be.null;
      expect(part(element, 'preview')?.querySelector('input')).to.be.null;
    }
  });
});
