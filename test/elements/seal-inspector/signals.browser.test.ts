import {expect, waitUntil} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {FileFacts} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {SealReader} from '../../../src/core/wiring/elements/inspection.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import type {drawPreview} from '../../../src/elements/seal-inspector/preview/preview.js';
import {viewFor} from '../../../src/elements/metadata/view.js';
import {remarksOf} from '../../../src/elements/seal-inspector/signals/remarks.js';
import {Localize} from '../../../src/elements/strings/localize.js';
import {result} from '../../../src/lang/compiled/en/result.js';
import {sealInspector} from '../../../src/lang/compiled/en/seal-inspector.js';
import {signals} from '../../../src/lang/compiled/en/signals.js';
import {smallPicture} from '../../../src/elements/seal-inspector/signals/small-picture.js';
import {invalid, none, valid} from './answers.js';
import {FakeClient, fileNamed, inspectorWith, part} from './fixture.js';
import {drawn, textOf} from '../kit.js';

/** Says the text of a file as its hash, and counts what it is asked. */
class FakeReader implements SealReader {
  readonly asked: string[] = [];
  readonly signals: AbortSignal[] = [];

  async facts(file: Blob, signal: AbortSignal): Promise<FileFacts> {
    this.asked.push((file as File).name);
    this.signals.push(signal);
    return {sha256: await file.text()};
  }

  evidence = () => Promise.reject(new Error('none'));
  pixels = () => Promise.resolve({width: 1, height: 1, sha256: 'equal'});
}

const far = (name: string): InspectionResult => ({
  ...valid,
  gps: name.includes('far')
    ? {latitude: -33.9, longitude: 151.2, timestamp: '2026-11-20T14:12:00Z', latLongAccuracy: 5}
    : {latitude: 48.1, longitude: 11.6, timestamp: '2026-11-20T14:00:00Z', latLongAccuracy: 5},
});

async function inspectorOf(
  answer: (name: string) => InspectionResult,
): Promise<{element: SealInspector; reader: FakeReader}> {
  const element = await inspectorWith(
    new FakeClient((file) => Promise.resolve(answer((file as File).name))),
  );
  const reader = new FakeReader();
  element.reader = reader;
  return {element, reader};
}

const same = (name: string) => new File(['the same'], name, {type: 'image/jpeg'});
const numbered = (...numbers: number[]) => numbers.map((number) => fileNamed(`IMG_${number}.jpg`));

const panel = (element: SealInspector) => part(element, 'signals') as HTMLDetailsElement | null;
const heading = (element: SealInspector) => textOf(panel(element)?.querySelector('summary'));
const remarks = (element: SealInspector) =>
  [...(panel(element)?.querySelectorAll('li') ?? [])].map((item) => textOf(item));
const names = (element: SealInspector) => [
  ...(panel(element)?.querySelectorAll<HTMLButtonElement>('li button') ?? []),
];
const announced = (element: SealInspector) =>
  textOf(element.shadowRoot?.querySelector('.files [role=status]'));
const shownName = (element: SealInspector) =>
  textOf(element.shadowRoot?.querySelector('[role=option][aria-selected=true] .file'));

async function picture(name: string, quality = 0.9, longest = 300): Promise<File> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [longest, Math.round(longest * 0.75)];
  const context = canvas.getContext('2d');
  for (let at = 0; at < 60; at++) {
    context!.fillStyle = `rgb(${(at * 83) % 256} ${(at * 47) % 256} ${(at * 29) % 256})`;
    const [x, y, side] = [(at * 37) % 100, (at * 61) % 75, 20].map(
      (value) => (value * longest) / 100,
    );
    context?.fillRect(x!, y!, side!, side!);
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
  return new File([blob!], name, {type: 'image/jpeg'});
}

describe('<seal-inspector> what is worth a look in several files', () => {
  it('is folded above the list, counts, names the files, and says that it is no verdict', async () => {
    const {element} = await inspectorOf(far);
    await element.inspect([fileNamed('near.jpg'), fileNamed('far.jpg'), ...numbered(1, 2, 4)]);
    await waitUntil(() => heading(element) === '2 things worth a look', heading(element));
    expect(panel(element)?.open).to.be.false;
    expect(textOf(panel(element))).to.contain('These are remarks, not verdicts.');
    const [apart, gap] = remarks(element);
    expect(apart).to.match(
      /^near\.jpg and far\.jpg name the same camera \(Pixel 9, back camera\)\. Their places are 16,\d{3} km apart, their times 12 minutes\.$/,
    );
    expect(gap).to.equal('Missing between IMG_1.jpg and IMG_4.jpg: IMG_3.');
    const list = part(element, 'list');
    const order = panel(element)?.compareDocumentPosition(list!);
    expect(order).to.equal(Node.DOCUMENT_POSITION_FOLLOWING);
    await expect(element).to.be.accessible();
    panel(element)!.open = true;
    await expect(element).to.be.accessible();
  });

  it('says what no seal confirms', async () => {
    const {element} = await inspectorOf((name) => ({
      ...far(name),
      ...(name === 'far.jpg' && {
        labelValid: false,
        labelState: 'invalid',
        checks: invalid.checks,
      }),
    }));
    await element.inspect([fileNamed('near.jpg'), fileNamed('far.jpg')]);
    await waitUntil(() => remarks(element).length === 1);
    expect(remarks(element)[0]).to.contain(
      'what the files themselves say; no trusted seal confirms it',
    );
  });

  it('shows a file whose name is pressed, also by the keyboard, and keeps the panel open', async () => {
    const {element} = await inspectorOf(() => valid);
    await element.inspect(numbered(1, 2, 4));
    await waitUntil(() => panel(element));
    panel(element)?.querySelector('summary')?.focus();
    await sendKeys({press: 'Enter'});
    expect(panel(element)?.open).to.be.true;
    await sendKeys({press: 'Tab'});
    await sendKeys({press: 'Tab'});
    expect(textOf(element.shadowRoot?.activeElement)).to.equal('IMG_4.jpg');
    await drawn(element, sendKeys({press: 'Enter'}));
    expect(shownName(element)).to.equal('IMG_4.jpg');
    await drawn(element, names(element)[0]?.click());
    expect(shownName(element)).to.equal('IMG_1.jpg');
    expect(panel(element)?.open).to.be.true;
    element.requestUpdate();
    await drawn(element);
    expect(panel(element)?.open).to.be.true;
  });

  it('is heard once, when the search has ended', async () => {
    const {element} = await inspectorOf(() => valid);
    await element.inspect(numbered(1, 2));
    await waitUntil(() => element.shadowRoot?.querySelector('.files [role=status]'));
    const heard: string[] = [];
    const region = element.shadowRoot!.querySelector('.files [role=status]')!;
    const observer = new MutationObserver(() => {
      const text = textOf(region);
      if (text && heard.at(-1) !== text) heard.push(text);
    });
    observer.observe(region, {childList: true, characterData: true, subtree: true});
    await element.inspect(numbered(1, 2, 4));
    await waitUntil(() => announced(element) !== '');
    element.requestUpdate();
    await drawn(element);
    observer.disconnect();
    expect(announced(element)).to.equal('1 thing worth a look');
    expect(heard.length).to.be.at.most(1);
  });

  it('tells the same file, the same pixels, and near copies', async () => {
    const {element, reader} = await inspectorOf(() => valid);
    const first = await picture('one.jpg');
    const again = new File([first], 'again.jpg', {type: 'image/jpeg'});
    await element.inspect([first, again, await picture('small.jpg', 0.6, 150)]);
    await waitUntil(() => remarks(element).length === 2, remarks(element).join());
    expect(remarks(element)).to.eql([
      'one.jpg and again.jpg are the same file.',
      'one.jpg and small.jpg look similar.',
    ]);
    expect(new Set(reader.asked), 'only of the same size, or shown').to.include('again.jpg');
    const other = await picture('other.jpg', 0.5);
    await element.inspect([first, other]);
    await waitUntil(() => remarks(element).length === 1);
    expect(remarks(element)).to.eql([
      'one.jpg and other.jpg are the same picture: every pixel is equal.',
    ]);
  });

  it('forgets files that are removed or cleared', async () => {
    const {element} = await inspectorOf(() => valid);
    void element.inspect([same('a.jpg'), same('b.jpg'), ...numbered(7)]);
    await waitUntil(() => remarks(element).length === 1);
    expect(remarks(element)).to.eql(['a.jpg and b.jpg are the same file.']);
    await drawn(element, names(element)[0]?.click());
    element.shadowRoot?.querySelector<HTMLElement>('[role=option][aria-selected=true]')?.focus();
    await drawn(element, sendKeys({press: 'Delete'}));
    expect(panel(element)).to.be.null;
    const startOver = [...(part(element, 'files')?.querySelectorAll('button') ?? [])].at(-1);
    await drawn(element, startOver?.click());
    expect(part(element, 'files')).to.be.null;
    await element.inspect(numbered(1, 2));
    await drawn(element);
    expect(panel(element)).to.be.null;
  });

  it('stops when the element leaves the page, and searches again when it is back', async () => {
    const {element, reader} = await inspectorOf(() => none);
    let wait: () => void = () => undefined;
    reader.facts = (file, signal) => {
      reader.signals.push(signal);
      return new Promise((resolve) => (wait = () => resolve({sha256: (file as File).name})));
    };
    await element.inspect(numbered(1, 2, 4));
    const last = () => reader.signals.at(-1);
    await waitUntil(() => reader.signals.length >= 2, 'the shown file and the search read facts');
    const page = element.parentElement;
    element.remove();
    expect(reader.signals.every(({aborted}) => aborted)).to.be.true;
    const before = reader.signals.length;
    page?.append(element);
    await waitUntil(() => reader.signals.length > before);
    expect(last()?.aborted).to.be.false;
    wait();
  });

  it('shows nothing for files with nothing in common, or for one', async () => {
    const {element} = await inspectorOf(() => valid);
    await element.inspect([fileNamed('a.jpg'), fileNamed('bb.jpg')]);
    await waitUntil(() => element.shadowRoot?.querySelector('.files [role=status]'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(panel(element)).to.be.null;
    expect(announced(element)).to.equal('');
  });

  it('releases the pixels of a picture once they are read', async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [40, 30];
    const draw: typeof drawPreview = () => Promise.resolve({canvas, width: 400, height: 300});
    const {signal} = new AbortController();
    const seen = await smallPicture(fileNamed('a.jpg'), signal, undefined, draw);
    expect(seen).to.include({width: 400, height: 300});
    expect(seen?.grey).to.have.length(72);
    expect([canvas.width, canvas.height]).to.eql([0, 0]);
  });

  it('are written as plain text for reports, in the language and with the numbers of the reader', () => {
    const host = document.createElement('seal-inspector');
    host.lang = 'en';
    document.body.append(host);
    const localize = new Localize(host, {...sealInspector, ...result, ...signals});
    const view = viewFor(localize, String);
    const files = Array.from({length: 7}, (_, id) => ({
      id,
      file: fileNamed(id === 0 ? 'a\u202e.jpg' : `${id}.jpg`),
      progress: {name: 'cancelled' as const},
    }));
    const device = 'Pixel \ue100 9';
    const written = remarksOf(
      [
        {kind: 'same', by: 'similar', files: [0, 1, 2, 3, 4, 5, 6], isConfirmed: true},
        {kind: 'same', by: 'bytes', files: [1, 99], isConfirmed: true},
        {
          ...{kind: 'apart', files: [1, 2], meters: 1_234_567, milliseconds: 0, device},
          ...{more: 2, isConfirmed: false},
        },
        {kind: 'order', files: [3, 4], milliseconds: 3 * 86_400_000, more: 0, isConfirmed: true},
        {
          ...{kind: 'gap', of: 'shots', files: [1, 2], missing: ['shot-3', 'shot-4'], more: 7},
          isConfirmed: true,
        },
      ],
      files,
      view,
    );
    host.remove();
    expect(written).to.eql([
      'a[U+202E].jpg, 1.jpg, 2.jpg, 3.jpg, 4.jpg and 2 more look similar.',
      '1.jpg and 2.jpg name the same camera (Pixel \ufffd 9). Their places are 1,235 km apart, their times 0 minutes. The same holds for 2 more pairs of files. This is what the files themselves say; no trusted seal confirms it.',
      'By its number, 4.jpg comes after 3.jpg; by its time, 3 days before it.',
      'Missing shots between 1.jpg and 2.jpg: shot-3, shot-4 and 7 more.',
    ]);
  });
});
