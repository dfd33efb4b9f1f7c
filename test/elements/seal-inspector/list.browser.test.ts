import {expect, waitUntil} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
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
const heading = (element: SealInspector) => textOf(part(element, 'files')?.querySelector('h2'));
const announced = (element: SealInspector) =>
  textOf(element.shadowRoot?.querySelector('.inspector > [role="status"]'));
const verdict = (element: SealInspector) => textOf(part(element, 'verdict')?.querySelector('h2'));
const pager = (element: SealInspector) => element.shadowRoot?.querySelector('.pager');
const boxOf = (shown: Element | null | undefined) => (shown as Element).getBoundingClientRect();
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
    expect(rows(element).map((row) => textOf(row).includes(words))).to.eql([true, false]);
    const colours = rows(element).map((row) => {
      const state = row.querySelector('.state');
      return state && getComputedStyle(state).color;
    });
    expect(said(element)).to.eql(['Sandbox seal', 'Intact']);
    expect(announced(element)).to.equal('2 files: 1 of a sandbox, 1 intact');
    expect(colours[0], 'it does not look like evidence').to.not.equal(colours[1]);
  });

  it('lists each file with its state, the worst first, counts them, and shows the worst', async () => {
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
      'Broken',
      'Could not be checked',
      'Signer not known',
      'No seal',
      'Intact',
      'Intact',
    ]);
    const counted =
      '6 files: 1 broken, 1 could not be checked, 1 with an unknown signer, 1 without a seal, 2 intact';
    expect(heading(element), 'the chips have the counts').to.equal('6 files');
    expect(announced(element), 'once, at the end').to.equal(counted);
    expect(textOf(rows(element)[4])).to.match(
      /^JPG valid1\.jpg Intact · The signer is trusted here\. Sealed by Harbour Claims Ltd on .*2026/,
    );
    expect(textOf(rows(element)[0]), 'who signed a broken seal is a claim').to.contain(
      'The file claims it was sealed by Harbour Claims Ltd',
    );
    expect(textOf(rows(element)[1])).to.contain('The service did not answer in time');
    expect(verdict(element)).to.equal('Seal broken.');
    expect(element.result).to.eql(invalid);
  });

  it('keeps the file that a person has chosen, whatever the others turn out to be', async () => {
    let answer: (result: InspectionResult) => void = () => undefined;
    const client = new FakeClient((file) =>
      (file as File).name === 'late.jpg'
        ? new Promise((given) => (answer = given))
        : Promise.resolve(valid),
    );
    const element = await inspectorWith(client);
    void element.inspect(files('late', 'first', 'second'));
    await settled(element, 1);
    await drawn(element, rows(element)[1]?.click());
    answer(invalid);
    await settled(element);
    expect(said(element)).to.eql(['Broken', 'Intact', 'Intact']);
    expect(verdict(element)).to.equal('Seal intact.');
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
    await waitUntil(() => middle(1) === '200,0,0,255', 'its picture is drawn');
    expect(middle(0), 'nothing for what is no picture').to.equal('0,0,0,0');
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
    // Broken, without a seal, intact.
    part(element, 'choose')?.focus();
    // Tabs past the button for an address, the order, and the chips for all files and three states.
    for (let stop = 0; stop < 7; stop++) await sendKeys({press: 'Tab'});
    const focused = () => rows(element).indexOf(element.shadowRoot?.activeElement as HTMLElement);
    expect(focused()).to.equal(0);
    const press = async (key: string, place: number, heading: string) => {
      await drawn(element, sendKeys({press: key}));
      await waitUntil(() => focused() === place, `${key} moves`);
      expect(verdict(element)).to.equal(heading);
      expect(rows(element).map((row) => row.getAttribute('aria-selected'))[place]).to.equal('true');
      expect(rows(element).filter(({tabIndex}) => tabIndex === 0)).to.have.length(1);
    };
    await press('ArrowDown', 1, 'No seal.');
    await press('End', 2, 'Seal intact.');
    await press('ArrowDown', 2, 'Seal intact.');
    await press('ArrowUp', 1, 'No seal.');
    await press('Home', 0, 'Seal broken.');
    await press('ArrowUp', 0, 'Seal broken.');
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
    expect(said(element)).to.include('Cancelled');
    expect(textOf(part(element, 'failure'))).to.contain('Checking was cancelled.');
    await drawn(element, button(element, 'Cancel all')?.click());
    expect(said(element)).to.eql(['Cancelled', 'Cancelled', 'Cancelled', 'Cancelled']);
    expect(client.asked.every(({options}) => options.signal.aborted)).to.be.true;
    expect(button(element, 'Cancel all')).to.equal(undefined);
    await drawn(element, button(element, 'Try again')?.click());
    expect(said(element)).to.eql(['Cancelled', 'Cancelled', 'Cancelled', 'Checking']);
    await drawn(element, button(element, 'Check the rest again')?.click());
    expect(said(element)).to.eql(['Checking', 'Checking', 'Waiting', 'Waiting']);
  });

  it('removes the focused file with the Delete key, and aborts its check', async () => {
    const {client, element} = await listed('busy', 'valid', 'invalid', 'none');
    await settled(element, 1);
    const focused = () => textOf(element.shadowRoot?.activeElement?.querySelector('bdi'));
    // It is the last of the list, and was shown first.
    rows(element)[3]?.focus();
    await sendKeys({press: 'Delete'});
    expect(client.asked[0]?.options.signal.aborted).to.be.true;
    await waitUntil(() => focused() === 'valid.jpg', 'the last one has its neighbour before it');
    expect(verdict(element)).to.equal('Seal intact.');
    await sendKeys({press: 'Home'});
    await waitUntil(() => focused() === 'invalid.jpg');
    await sendKeys({press: 'Backspace'});
    await waitUntil(() => focused() === 'none.jpg', 'its neighbour is looked at');
    expect(announced(element)).to.equal('2 files: 1 without a seal, 1 intact');
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
    expect(textOf(part(element, 'intake'))).to.match(/(Drop|Choose) photos or recordings/);
    expect(element.shadowRoot?.activeElement?.id).to.equal('choose');
  });

  it('adds dropped files, and replaces them with files that the page sets', async () => {
    const {client, element} = await listed('valid', 'none');
    await settled(element);
    element.dispatchEvent(transferEvent('drop', 'dataTransfer', files('invalid')));
    await settled(element);
    expect(said(element)).to.eql(['Broken', 'No seal', 'Intact']);
    expect(verdict(element), 'the worst of all').to.equal('Seal broken.');
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

  it('is beside the result where there is space for both', async () => {
    const {element} = await listed('valid', 'none');
    await settled(element);
    element.style.width = '700px';
    const {right} = boxOf(part(element, 'files'));
    expect(boxOf(element.shadowRoot?.querySelector('.result')).left).to.be.above(right);
    expect(boxOf(pager(element)).height).to.equal(0);
  });

  it('is shown alone where there is no space, and its file once that is opened, with a way back and to the next', async () => {
    const {element} = await listed('valid', 'none', 'invalid');
    await settled(element);
    element.style.width = '360px';
    const shown = () => [
      boxOf(part(element, 'files')).height > 0,
      boxOf(part(element, 'verdict')).height > 0,
    ];
    expect(shown()).to.eql([true, false]);
    await drawn(element, rows(element)[1]?.click());
    expect(shown()).to.eql([false, true]);
    expect(verdict(element)).to.equal('No seal.');
    expect(textOf(pager(element))).to.contain('File 2 of 3');
    const focused = () => element.shadowRoot?.activeElement;
    await waitUntil(() => textOf(focused()) === 'All files', 'the way back has the focus');
    await expect(element).to.be.accessible();
    const step = (name: string) =>
      drawn(element, pager(element)?.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click());
    await step('Next file');
    await step('Next file');
    expect(verdict(element), 'the last').to.equal('Seal intact.');
    await step('Previous file');
    await step('Previous file');
    expect(verdict(element)).to.equal('Seal broken.');
    await drawn(element, pager(element)?.querySelector<HTMLElement>('.back')?.click());
    expect(shown()).to.eql([true, false]);
    await waitUntil(() => focused() === rows(element)[0], 'the row of the file has the focus');
    await drawn(element, sendKeys({press: 'ArrowDown'}));
    expect(shown(), 'an arrow chooses').to.eql([true, false]);
    await drawn(element, sendKeys({press: 'Enter'}));
    expect(shown(), 'Enter opens').to.eql([false, true]);
    await element.inspect(files('valid', 'none'));
    expect(shown(), 'other files are a list again').to.eql([true, false]);
  });

  it('is where the browser’s way back leads from a file that is shown alone, as Escape does', async function () {
    // Safari has no CloseWatcher; there the button is the way back.
    if (!('CloseWatcher' in globalThis)) return this.skip();
    const {element} = await listed('valid', 'none', 'invalid');
    await settled(element);
    element.style.width = '360px';
    const isListShown = () => boxOf(part(element, 'files')).height > 0;
    const focused = () => element.shadowRoot?.activeElement;
    for (const round of ['first', 'again']) {
      rows(element)[0]?.focus();
      await drawn(element, sendKeys({press: 'Enter'}));
      await waitUntil(() => textOf(focused()) === 'All files', `opened ${round}`);
      await drawn(element, sendKeys({press: 'Escape'}));
      await waitUntil(isListShown, `the list is shown ${round}`);
      await waitUntil(() => focused() === rows(element)[0], 'the row of the file has the focus');
    }
    element.remove();
  });

  it('shows the next file when a finger moves to the side, but not on what moves sideways itself', async function () {
    // Firefox on a computer has no touch events.
    if (!('Touch' in globalThis)) return this.skip();
    const {element} = await listed('valid', 'none', 'invalid');
    await settled(element);
    element.style.width = '360px';
    const swipe = async (on: Element | null | undefined, from: number, to: number) => {
      const touch = (clientX: number) =>
        new Touch({identifier: 1, target: on as Element, clientX, clientY: 300});
      const options = {bubbles: true, composed: true};
      const begin = {...options, touches: [touch(from)], changedTouches: [touch(from)]};
      on?.dispatchEvent(new TouchEvent('touchstart', begin));
      const end = {...options, touches: [], changedTouches: [touch(to)]};
      await drawn(element, on?.dispatchEvent(new TouchEvent('touchend', end)));
    };
    await swipe(rows(element)[0], 300, 100);
    expect(rows(element)[0]?.ariaSelected, 'nothing on the list').to.equal('true');
    await drawn(element, rows(element)[0]?.click());
    await swipe(part(element, 'verdict'), 300, 100);
    expect(verdict(element)).to.equal('No seal.');
    await swipe(part(element, 'verdict'), 100, 130);
    expect(verdict(element), 'too short').to.equal('No seal.');
    await swipe(part(element, 'verdict'), 100, 300);
    expect(verdict(element)).to.equal('Seal broken.');
    const wide = document.createElement('pre');
    wide.style.cssText = 'overflow: auto; white-space: pre';
    wide.textContent = 'wide '.repeat(100);
    part(element, 'verdict')?.append(wide);
    await swipe(wide, 300, 100);
    expect(verdict(element)).to.equal('Seal broken.');
    wide.remove();
    element.dir = 'rtl';
    await swipe(part(element, 'verdict'), 100, 300);
    expect(verdict(element), 'the other way').to.equal('No seal.');
  });

  it('shows hostile names as text, which cannot change the reading direction', async () => {
    const client = new FakeClient(() => Promise.resolve(valid));
    const element = await inspectorWith(client);
    await element.inspect([fileNamed('<img src=x>.jpg'), fileNamed('a\u202egpj.exe')]);
    const shown = rows(element).map((row) => textOf(row.querySelector('bdi')));
    expect(shown).to.eql(['<img src=x>.jpg', 'a[U+202E]gpj.exe']);
  });
});
