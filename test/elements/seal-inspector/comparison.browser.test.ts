import {expect} from '@open-wc/testing';
import type {SealReader} from '../../../src/core/wiring/elements/inspection.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {all, focusedIn, textOf, waitUntil} from '../kit.js';
import {valid} from './answers.js';
import {facts, inspectorReading, picture} from './facts.js';
import {
  canvasesIn,
  dialogIn,
  factsFrom,
  inspectorOf,
  key,
  placeOf,
  press,
  showFile,
} from './viewer-fixture.js';

const button = (element: SealInspector) =>
  element.shadowRoot?.querySelector<HTMLElement>('.seen .compare') ?? null;

/** Pins the first file, and compares the second with it. */
async function comparing(files: readonly File[], reader: Partial<SealReader> = {}) {
  const element = await inspectorOf(files, reader);
  const [first, second] = files.map(({name}) => name) as [string, string];
  await showFile(element, first);
  await press(element, 'compare');
  await showFile(element, second);
  const opener = await press(element, 'compare');
  return {element, opener, dialog: await dialogIn(element)};
}

const pair = async (): Promise<[File, File]> => [
  await picture('teal', [400, 300], 'valid1.png'),
  await picture('navy', [800, 600], 'invalid2.png'),
];

const pixelsBy = (sha256: (name: string) => string) => ({
  pixels: (file: Blob) =>
    Promise.resolve({width: 4, height: 3, sha256: sha256((file as File).name)}),
});

const alike = (dialog: Element) => textOf(dialog.querySelector('.alike'));
const stages = (dialog: Element) => [...dialog.querySelectorAll<HTMLElement>('.stage')];
const toggle = (dialog: Element, words: string) =>
  [...dialog.querySelectorAll<HTMLInputElement>('.switch input')]
    .find(({labels}) => textOf(labels?.[0]) === words)
    ?.click();

/** The rows of the table: label, first value, second value. */
const rowsOf = (dialog: Element) =>
  [...dialog.querySelectorAll('tbody tr:not(.group)')].map((row) =>
    [...row.children].map((cell) => textOf(cell)),
  );

describe('two files in <seal-inspector>', () => {
  it('are compared after one is pinned: its row has a sign, and its button takes it off', async () => {
    const element = await inspectorOf(await pair());
    const pins = () => all(element, '.pinned').map((pin) => pin.closest('li')?.textContent);
    await showFile(element, 'valid1');
    expect([textOf(button(element)), button(element)?.ariaPressed]).to.eql(['Compare', 'false']);
    await press(element, 'compare');
    expect([textOf(button(element)), button(element)?.ariaPressed]).to.eql(['Compare', 'true']);
    expect(pins()).to.have.length(1);
    expect(pins()[0]).to.contain('valid1.png').and.to.contain('Pinned for comparing');
    await showFile(element, 'invalid2');
    expect(textOf(button(element))).to.equal('Compare with valid1.png');
    await expect(element).to.be.accessible();
    await showFile(element, 'valid1');
    await press(element, 'compare');
    expect(pins()).to.eql([]);
    await showFile(element, 'invalid2');
    expect(textOf(button(element))).to.equal('Compare');
  });

  it('cannot be compared where there is one alone', async () => {
    const element = await inspectorOf([await picture('teal', [40, 30], 'valid.png')]);
    await waitUntil(() => element.shadowRoot?.querySelector('.seen .enlarge'));
    expect(button(element)).to.equal(null);
  });

  it('are not compared with a pinned file that was removed', async () => {
    const [first, second] = await pair();
    const third = await picture('red', [40, 30], 'none3.png');
    const element = await inspectorOf([first, second, third]);
    await showFile(element, 'valid1');
    await press(element, 'compare');
    const row = all(element, '[aria-selected="true"]')[0]!;
    key(row, 'Delete');
    await waitUntil(() => all(element, '[role="option"]').length === 2);
    expect(textOf(button(element))).to.equal('Compare');
  });

  it('are shown side by side, or one above the other in a narrow page, with name and verdict', async () => {
    const {element, opener, dialog} = await comparing(await pair());
    const [first, second] = await canvasesIn(dialog, 2);
    expect([first?.width, second?.width]).to.eql([400, 800]);
    const captions = [...dialog.querySelectorAll('figcaption')].map((caption) => textOf(caption));
    expect(captions).to.eql(['valid1.png Intact', 'invalid2.png Broken']);
    expect(dialog.querySelectorAll('figcaption .icon')).to.have.length(2);
    const [one, other] = stages(dialog).map((stage) => stage.getBoundingClientRect());
    const isWide = matchMedia('(min-width: 640px)').matches;
    if (isWide) expect([one!.top, one!.right < other!.left]).to.eql([other!.top, true]);
    else expect([one!.left, one!.bottom < other!.top]).to.eql([other!.left, true]);
    expect([...dialog.querySelectorAll('.doubt')].map((doubt) => textOf(doubt))).to.have.length(1);
    await expect(element).to.be.accessible();
    dialog.close();
    await waitUntil(() => first?.width === 0 && second?.width === 0, 'the pictures are freed');
    expect(focusedIn(element)).to.equal(opener);
  });

  it('move together, relative to their own sizes, unless the person switches that off', async () => {
    const {dialog} = await comparing(await pair());
    const [first, second] = (await canvasesIn(dialog, 2)) as [HTMLCanvasElement, HTMLCanvasElement];
    const [one, other] = stages(dialog) as [HTMLElement, HTMLElement];
    one.focus();
    for (const name of ['+', '+', '+', 'ArrowLeft']) key(one, name);
    const placed = placeOf(first);
    expect(placed.scale).to.be.above(2);
    expect(placed.x).to.be.above(0);
    expect(placeOf(second)).to.eql(placed);
    key(one, 'r');
    expect([placeOf(first).degrees, placeOf(second).degrees]).to.eql([90, 90]);
    toggle(dialog, 'Move together');
    other.focus();
    key(other, '+');
    key(other, '+');
    expect(placeOf(second).scale).to.be.above(1.5 * placeOf(first).scale);
    toggle(dialog, 'Move together');
    await waitUntil(() => placeOf(first).scale === placeOf(second).scale, 'they meet again');
  });

  it('can lie one over the other, with a line that a labeled slider moves', async () => {
    const {element, dialog} = await comparing(await pair());
    await canvasesIn(dialog, 2);
    toggle(dialog, 'Overlaid');
    await waitUntil(() => dialog.querySelector('.divide'));
    const [one, other] = stages(dialog) as [HTMLElement, HTMLElement];
    const [above, below] = [one, other].map((stage) => stage.getBoundingClientRect());
    expect([above?.left, above?.top]).to.eql([below?.left, below?.top]);
    const slider = dialog.querySelector<HTMLInputElement>('[type="range"]')!;
    expect(slider.labels?.length).to.equal(1);
    const cut = (value: string) => {
      slider.value = value;
      slider.dispatchEvent(new Event('input'));
      return getComputedStyle(one).clipPath;
    };
    expect(cut('25')).to.contain('75%');
    expect(cut('100')).not.to.contain('75%');
    await expect(element).to.be.accessible();
  });

  it('have their values in a table; what differs has a sign, and what no seal confirms is marked', async () => {
    const {dialog} = await comparing(await pair());
    await canvasesIn(dialog, 2);
    const isKnown = (value: string) => rowsOf(dialog).some(([, known]) => known === value);
    await waitUntil(() => isKnown('400 × 300'));
    await waitUntil(() => isKnown('0123456789abcdef'.repeat(4)), 'what was read is shown');
    expect(textOf(dialog.querySelector('caption'))).to.equal('Values of both files');
    const rows = new Map(rowsOf(dialog).map(([label = '', ...values]) => [label, values]));
    expect(rows.get('Verdict ≠Differs')).to.eql(['Intact', 'Broken']);
    expect(rows.get('Width × height ≠Differs')).to.eql(['400 × 300', '800 × 600']);
    expect(rows.get('Signed by')).to.eql([
      'Harbour Claims Ltd',
      'Harbour Claims Ltd (not confirmed)',
    ]);
    expect(rows.get('Fingerprint (SHA-256)')?.[0]).to.equal('0123456789abcdef'.repeat(4));
    const bold = dialog.querySelector('.differs td bdi')!;
    expect(Number(getComputedStyle(bold).fontWeight)).to.be.above(600);
    toggle(dialog, 'Only what differs');
    await waitUntil(() => rowsOf(dialog).length < rows.size);
    expect(rowsOf(dialog).every(([label]) => label?.includes('≠'))).to.equal(true);
    expect(dialog.querySelector('.group:only-child')).to.equal(null);
  });

  it('of other kinds are compared by their values', async () => {
    const pdf = new File(['%PDF-1.7'], 'valid1.pdf', {type: 'application/pdf'});
    const {element, dialog} = await comparing([pdf, await picture('navy', [40, 30], 'valid2.png')]);
    await canvasesIn(dialog, 1);
    expect(textOf(dialog.querySelector('.kind'))).to.equal('PDF');
    expect(dialog.querySelector('.tools')).to.equal(null);
    expect(rowsOf(dialog).some(([label]) => label?.startsWith('Size'))).to.equal(true);
    await expect(element).to.be.accessible();
  });
});

describe('the likeness of two files in <seal-inspector>', () => {
  it('is that of the same file where every byte is equal', async () => {
    const [first] = await pair();
    const copy = new File([first], 'valid2.png', {type: 'image/png'});
    const {dialog} = await comparing(
      [first, copy],
      pixelsBy((name) => name),
    );
    await waitUntil(() => alike(dialog) === 'The same file.');
  });

  it('is that of the same picture where only the pixels are equal, and not said before that is known', async () => {
    let go = () => {};
    const asked = new Promise<void>((resolve) => (go = resolve));
    const {dialog} = await comparing(await pair(), {
      pixels: async () => {
        await asked;
        return {width: 4, height: 3, sha256: 'same'};
      },
    });
    await waitUntil(() => alike(dialog) === 'Comparing the files.');
    go();
    await waitUntil(
      () => alike(dialog) === 'The same picture in another file: every pixel is equal.',
    );
  });

  for (const [what, reader] of [
    ['pixels differ', pixelsBy((name) => name)],
    ['pixels cannot be read', {pixels: () => Promise.resolve(undefined)}],
    ['reading fails', {pixels: () => Promise.reject(new Error('no'))}],
    ['page’s own reader has no pixels', {}],
  ] as const) {
    it(`is not claimed where the ${what}`, async () => {
      const {dialog} = await comparing(await pair(), reader);
      await canvasesIn(dialog, 2);
      await waitUntil(() => alike(dialog) === '');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(alike(dialog)).to.equal('');
    });
  }

  it('is not looked for any more after the comparison was closed', async () => {
    const signals: AbortSignal[] = [];
    const {dialog} = await comparing(await pair(), {
      pixels: (_file, signal) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    await waitUntil(() => signals.length === 1);
    dialog.close();
    await waitUntil(() => signals[0]?.aborted);
  });
});

describe('a file and its source in <seal-inspector>', () => {
  it('are compared by the picture in the seal, which is said to be that', async () => {
    const read = factsFrom(await picture('teal', [160, 120]));
    const file = await picture('navy', [320, 240], 'valid.png');
    const element = await inspectorReading(valid, read, file);
    const opener = await press(element, 'source');
    expect(textOf(opener)).to.equal('Compare with what it was made from');
    const dialog = await dialogIn(element);
    const [source, now] = await canvasesIn(dialog, 2);
    expect([source?.width, now?.width]).to.eql([160, 320]);
    const captions = [...dialog.querySelectorAll('figcaption')].map((caption) => textOf(caption));
    expect(captions).to.eql(['Picture of the source, from the seal', 'valid.png Intact']);
    expect(alike(dialog)).to.equal('');
    expect(dialog.querySelector('table')).to.equal(null);
    toggle(dialog, 'Overlaid');
    await waitUntil(() => dialog.querySelector('.divide'));
    await expect(element).to.be.accessible();
  });

  it('are not compared where the seal does not confirm the picture, or has none', async () => {
    const thumbnail = await picture('teal', [160, 120]);
    const file = await picture('navy', [320, 240], 'valid.png');
    const unsigned = factsFrom(thumbnail);
    unsigned.seal!.isAsSigned = false;
    for (const read of [unsigned, facts()]) {
      const element = await inspectorReading(valid, read, file);
      await waitUntil(() => element.shadowRoot?.querySelector('.seen .enlarge'));
      expect(element.shadowRoot?.querySelector('.seen .source')).to.equal(null);
    }
  });
});
