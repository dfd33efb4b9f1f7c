import {expect, waitUntil} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {invalid, none, ofSandbox, untrusted, valid} from './answers.js';
import {FakeClient, fileNamed, inspectorWith, part, transferEvent} from './fixture.js';
import {drawn, textOf} from '../kit.js';

const answers = {valid, untrusted, invalid, none, sandbox: ofSandbox} as const;

/** Answers by the first word of the file's name: "busy" never answers, "fail-…" fails with that code. */
const answering = () =>
  new FakeClient((file) => {
    const [kind = ''] = (file as File).name.split(/[.\d]/);
    if (kind === 'busy') return new Promise(() => {});
    if (kind.startsWith('fail-'))
      return Promise.reject(new SealedCaptureError(kind.slice(5) as ErrorCode, 'failed'));
    return Promise.resolve(answers[kind as keyof typeof answers]);
  });

const files = (...names: string[]) => names.map((name) => fileNamed(`${name}.jpg`));
const rows = (element: SealInspector) => [
  ...(part(element, 'list')?.querySelectorAll<HTMLElement>('[role="option"]') ?? []),
];
const said = (element: SealInspector) =>
  rows(element).map((row) => textOf(row.querySelector('.state')));
const summary = (element: SealInspector) => textOf(part(element, 'files')?.querySelector('h2'));
const announced = (element: SealInspector) =>
  textOf(element.shadowRoot?.querySelector('.inspector > [role="status"]'));
const verdict = (element: SealInspector) => textOf(part(element, 'verdict')?.querySelector('h2'));
const button = (element: SealInspector, words: string) =>
  [...(element.shadowRoot?.querySelectorAll<HTMLButtonElement>('button') ?? [])].find(
    (candidate) => textOf(candidate) === words,
  );
const names = (client: FakeClient) => client.asked.map(({file}) => (file as File).name);

async function settled(element: SealInspector, open = 0): Promise<void> {
  const isOpen = (state: string) => state === 'Checking' || state === 'Waiting';
  await waitUntil(() => said(element).filter(isOpen).length === open, 'all are checked');
  await element.updateComplete;
}

async function listed(...given: string[]) {
  const client = answering();
  const element = await inspectorWith(client);
  void element.inspect(files(...given));
  await element.updateComplete;
  return {client, element};
}

describe('<seal-inspector> with many files', () => {
  it('says in the row of a seal of a sandbox that it is no evidence', async () => {
    const {element} = await listed('valid', 'sandbox');
    await settled(element);
    const words = 'Sandbox seal: for trying, not evidence';
    expect(rows(element).map((row) => textOf(row).includes(words))).to.eql([false, true]);
    const colours = rows(element).map((row) => {
      const state = row.querySelector('.state');
      return state && getComputedStyle(state).color;
    });
    expect(said(element)).to.eql(['Intact', 'Sandbox seal']);
    expect(summary(element)).to.equal('2 files: 1 intact, 1 of a sandbox');
    expect(colours[0], 'it does not look like evidence').to.not.equal(colours[1]);
  });

  it('lists each file with its state, counts them, and shows the first', async () => {
    const {element} = await listed(
      'valid1',
      'invalid',
      'none',
      'valid2',
      'untrusted',
      'fail-timeout',
    );
    expect(announced(element)).to.equal('Checking 6 files.');
    await settled(element);
    expect(said(element)).to.eql([
      'Intact',
      'Broken',
      'No seal',
      'Intact',
      'Signer not known',
      'Could not be checked',
    ]);
    const counted =
      '6 files: 2 intact, 1 with an unknown signer, 1 broken, 1 without a seal, 1 could not be checked';
    expect(summary(element)).to.equal(counted);
    expect(announced(element), 'once, at the end').to.equal(counted);
    expect(textOf(rows(element)[0])).to.match(
      /^JPG valid1\.jpg Intact · The signer is trusted here\. Sealed by Harbour Claims Ltd on .*2026/,
    );
    expect(textOf(rows(element)[1]), 'who signed a broken seal is a claim').to.contain(
      'The file claims it was sealed by Harbour Claims Ltd',
    );
    expect(textOf(rows(element)[5])).to.contain('The service did not answer in time');
    expect(verdict(element)).to.equal('Seal intact.');
    expect(element.result).to.eql(valid);
  });

  it('shows a small picture of each file that the browser can decode', async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [300, 200];
    const context = canvas.getContext('2d');
    context!.fillStyle = 'rgb(200 0 0)';
    context?.fillRect(0, 0, 300, 200);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    const element = await inspectorWith(answering());
    void element.inspect([new File([blob!], 'valid.png', {type: 'image/png'}), ...files('none')]);
    await settled(element);
    const middle = (place: number) => {
      const drawing = rows(element)[place]?.querySelector('canvas');
      return drawing?.getContext('2d')?.getImageData(24, 24, 1, 1).data.join();
    };
    await waitUntil(() => middle(0) === '200,0,0,255', 'its picture is drawn');
    expect(middle(1), 'nothing for what is no picture').to.equal('0,0,0,0');
  });

  it('shows no list for one file', async () => {
    const {element} = await listed('valid');
    expect(part(element, 'files')).to.be.null;
  });

  it('resolves with the result of the first', async () => {
    const element = await inspectorWith(answering());
    expect(await element.inspect(files('none', 'valid'))).to.eql(none);
    expect(await element.inspect(new Set(files('fail-timeout', 'valid')))).to.equal(undefined);
    expect(await element.inspect([])).to.equal(undefined);
  });

  it('checks two files at a time', async () => {
    const {client, element} = await listed('busy1', 'busy2', 'valid');
    expect(names(client)).to.eql(['busy1.jpg', 'busy2.jpg']);
    expect(said(element)).to.eql(['Checking', 'Checking', 'Waiting']);
    await drawn(element, rows(element)[2]?.click());
    const waiting = element.shadowRoot?.querySelector('.working');
    expect(textOf(waiting)).to.contain('Waiting for the files before it.');
  });

  it('is navigated with the keyboard, as a single tab stop, and scrolls to what has the focus', async () => {
    const {element} = await listed('valid', 'invalid', 'none');
    await settled(element);
    part(element, 'choose')?.focus();
    // Tabs past the order, and the chips for all files and three states.
    for (let stop = 0; stop < 6; stop++) await sendKeys({press: 'Tab'});
    const focused = () => rows(element).indexOf(element.shadowRoot?.activeElement as HTMLElement);
    expect(focused()).to.equal(0);
    const press = async (key: string, place: number, heading: string) => {
      await drawn(element, sendKeys({press: key}));
      await waitUntil(() => focused() === place, `${key} moves`);
      expect(verdict(element)).to.equal(heading);
      expect(rows(element).map((row) => row.getAttribute('aria-selected'))[place]).to.equal('true');
      expect(rows(element).filter(({tabIndex}) => tabIndex === 0)).to.have.length(1);
    };
    await press('ArrowDown', 1, 'Seal broken.');
    await press('End', 2, 'No seal.');
    await press('ArrowDown', 2, 'No seal.');
    await press('ArrowUp', 1, 'Seal broken.');
    await press('Home', 0, 'Seal intact.');
    await press('ArrowUp', 0, 'Seal intact.');
    await sendKeys({press: 'Tab'});
    expect(focused()).to.equal(-1);
  });

  it('has no accessibility violation, during the checks and afterwards', async () => {
    const {element} = await listed('valid', 'busy', 'fail-timeout', 'none');
    await settled(element, 1);
    await expect(element).to.be.accessible();
    await drawn(element, button(element, 'Cancel all')?.click());
    await expect(element).to.be.accessible();
  });

  it('cancels the file that is shown, or all, and checks them again', async () => {
    const {client, element} = await listed('busy1', 'busy2', 'busy3', 'valid');
    await drawn(element, button(element, 'Cancel')?.click());
    expect(client.asked[0]?.options.signal.aborted).to.be.true;
    expect(said(element)[0]).to.equal('Cancelled');
    expect(textOf(part(element, 'failure'))).to.contain('Checking was cancelled.');
    await drawn(element, button(element, 'Cancel all')?.click());
    expect(said(element)).to.eql(['Cancelled', 'Cancelled', 'Cancelled', 'Cancelled']);
    expect(client.asked.every(({options}) => options.signal.aborted)).to.be.true;
    expect(button(element, 'Cancel all')).to.equal(undefined);
    await drawn(element, button(element, 'Try again')?.click());
    expect(said(element)).to.eql(['Checking', 'Cancelled', 'Cancelled', 'Cancelled']);
    await drawn(element, button(element, 'Check the rest again')?.click());
    expect(said(element)).to.eql(['Checking', 'Checking', 'Waiting', 'Waiting']);
  });

  it('removes the focused file with the Delete key, and aborts its check', async () => {
    const {client, element} = await listed('busy', 'valid', 'invalid', 'none');
    await settled(element, 1);
    const focused = () => textOf(element.shadowRoot?.activeElement?.querySelector('bdi'));
    rows(element)[0]?.focus();
    await sendKeys({press: 'Delete'});
    expect(client.asked[0]?.options.signal.aborted).to.be.true;
    await waitUntil(() => focused() === 'valid.jpg', 'its neighbour is looked at');
    expect(verdict(element)).to.equal('Seal intact.');
    await sendKeys({press: 'End'});
    await waitUntil(() => focused() === 'none.jpg');
    await sendKeys({press: 'Backspace'});
    await waitUntil(() => focused() === 'invalid.jpg', 'the last one has its neighbour before it');
    expect(summary(element)).to.equal('2 files: 1 intact, 1 broken');
    expect(announced(element)).to.equal(summary(element));
    await sendKeys({press: 'Delete'});
    await waitUntil(() => part(element, 'files') === null, 'one file is no list');
    expect(verdict(element)).to.equal('Seal intact.');
    expect(element.shadowRoot?.activeElement, 'the focus stays in it').to.not.be.null;
  });

  it('can be cleared', async () => {
    const {client, element} = await listed('busy1', 'valid', 'none');
    await drawn(element, button(element, 'Start over')?.click());
    expect(client.asked[0]?.options.signal.aborted).to.be.true;
    expect(part(element, 'files')).to.be.null;
    expect(element.result).to.equal(undefined);
    expect(textOf(part(element, 'intake'))).to.contain('Drop photos or recordings here');
    expect(element.shadowRoot?.activeElement?.id).to.equal('choose');
  });

  it('adds dropped files, and replaces them with files that the page sets', async () => {
    const {client, element} = await listed('valid', 'none');
    await settled(element);
    element.dispatchEvent(transferEvent('drop', 'dataTransfer', files('invalid')));
    await settled(element);
    expect(said(element)).to.eql(['Intact', 'No seal', 'Broken']);
    expect(verdict(element), 'what was looked at stays').to.equal('Seal intact.');
    await element.inspect(files('untrusted')[0] as File);
    expect(part(element, 'files')).to.be.null;
    expect(names(client)).to.eql(['valid.jpg', 'none.jpg', 'invalid.jpg', 'untrusted.jpg']);
  });

  it('shows that the service asks for a pause, and waits', async () => {
    const client = new FakeClient(() =>
      Promise.reject(new SealedCaptureError('rate_limited', 'later', {retryAfter: 60_000})),
    );
    const element = await inspectorWith(client);
    void element.inspect(files('one', 'two', 'three'));
    await waitUntil(() => said(element).every((state) => state === 'Waiting'));
    const panel = element.shadowRoot?.querySelector('.working');
    await waitUntil(() => textOf(panel).includes('The service is busy.'));
    expect(client.asked).to.have.length(2);
    element.remove();
  });

  it('is beside the result on a wide page, and above it on a narrow one', async () => {
    const {element} = await listed('valid', 'none');
    await settled(element);
    const boxes = () => ({
      list: part(element, 'files')?.getBoundingClientRect() as DOMRect,
      result: element.shadowRoot?.querySelector('.result')?.getBoundingClientRect() as DOMRect,
    });
    element.style.width = '1100px';
    expect(boxes().result.left).to.be.above(boxes().list.right);
    element.style.width = '360px';
    expect(boxes().result.top).to.be.above(boxes().list.bottom);
  });

  it('shows hostile names as text, which cannot change the reading direction', async () => {
    const client = new FakeClient(() => Promise.resolve(valid));
    const element = await inspectorWith(client);
    await element.inspect([fileNamed('<img src=x>.jpg'), fileNamed('a\u202egpj.exe')]);
    const shown = rows(element).map((row) => textOf(row.querySelector('bdi')));
    expect(shown).to.eql(['<img src=x>.jpg', 'a[U+202E]gpj.exe']);
  });
});
