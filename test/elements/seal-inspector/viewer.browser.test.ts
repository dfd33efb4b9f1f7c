import {expect} from '@open-wc/testing';
import {decodeWhole} from '../../../src/elements/seal-inspector/viewer/whole-picture.js';
import {focusedIn, textOf, waitUntil} from '../kit.js';
import {picture} from './facts.js';
import {part} from './fixture.js';
import {
  canvasesIn,
  dialogIn,
  inspectorOf,
  key,
  placeOf,
  press,
  showFile,
} from './viewer-fixture.js';

const stageOf = (dialog: HTMLDialogElement) => dialog.querySelector<HTMLElement>('.stage')!;

/** A viewer with one picture of this size. */
async function viewing(size: readonly [number, number], name = 'valid.png') {
  const element = await inspectorOf([await picture('teal', size, name)]);
  const button = await press(element, 'enlarge');
  const dialog = await dialogIn(element);
  const [canvas] = await canvasesIn(dialog, 1);
  return {element, button, dialog, canvas: canvas!};
}

describe('the viewer of <seal-inspector>', () => {
  it('opens over the page with every pixel of the file, and returns the focus', async () => {
    const {element, button, dialog, canvas} = await viewing([2400, 1200]);
    expect([canvas.width, canvas.height]).to.eql([2400, 1200]);
    expect(dialog.matches(':modal')).to.equal(true);
    expect(focusedIn(element)).to.equal(stageOf(dialog));
    expect(textOf(dialog.querySelector('h2'))).to.equal('valid.png');
    expect(dialog.querySelector('.step')).to.equal(null);
    await expect(element).to.be.accessible();
    dialog.querySelector<HTMLElement>('.top button')?.click();
    await waitUntil(() => !dialog.open);
    expect(focusedIn(element)).to.equal(button);
  });

  it('opens by a click on the picture, too, with the focus on its button afterwards', async () => {
    const element = await inspectorOf([await picture('teal', [400, 300], 'valid.png')]);
    await waitUntil(() => part(element, 'preview')?.querySelector('canvas'));
    part(element, 'preview')?.querySelector('canvas')?.click();
    const dialog = await dialogIn(element);
    dialog.close();
    await waitUntil(() => focusedIn(element)?.matches('.enlarge'));
  });

  it('does not open by a click elsewhere, in a page that has a .photo of its own around the element', async () => {
    const element = await inspectorOf([await picture('teal', [400, 300], 'valid.png')]);
    await waitUntil(() => part(element, 'preview')?.querySelector('canvas'));
    element.parentElement?.classList.add('photo');
    element.shadowRoot?.querySelector('h3')?.click();
    await element.updateComplete;
    expect(element.shadowRoot?.activeElement?.matches('.enlarge') ?? false).to.equal(false);
  });

  it('frees the picture when it closes', async () => {
    const {dialog, canvas} = await viewing([400, 300]);
    dialog.close();
    await waitUntil(() => canvas.width === 0);
    expect(dialog.querySelector('canvas')).to.equal(null);
  });

  it('frees the picture when the element is removed while it is open', async () => {
    const {element, canvas} = await viewing([400, 300]);
    element.remove();
    expect(canvas.width).to.equal(0);
  });

  it('enlarges until four device pixels show one of the file, which are then not smoothed', async () => {
    const {dialog, canvas} = await viewing([9000, 60]);
    const stage = stageOf(dialog);
    expect(stage.matches('[data-pixels]')).to.equal(false);
    expect(getComputedStyle(canvas).imageRendering).to.equal('auto');
    for (let times = 0; times < 20; times++) key(stage, '+');
    const fit = stage.clientWidth / 9000;
    const most = 4 / (fit * devicePixelRatio);
    expect(most).to.be.above(8);
    expect(placeOf(canvas).scale).to.be.closeTo(most, 0.01);
    expect(getComputedStyle(canvas).imageRendering).to.equal('pixelated');
    await waitUntil(() => textOf(dialog.querySelector('.scale')) === '400%');
    key(stage, '0');
    expect(placeOf(canvas).scale).to.equal(1);
    expect(stage.matches('[data-pixels]')).to.equal(false);
  });

  it('enlarges a small picture eight times', async () => {
    const {dialog, canvas} = await viewing([40, 30]);
    for (let times = 0; times < 20; times++) key(stageOf(dialog), '+');
    expect(placeOf(canvas).scale).to.equal(8);
  });

  it('turns the view alone, by key and button, and fits the turned picture', async () => {
    const {dialog, canvas} = await viewing([800, 200]);
    const button = dialog.querySelector<HTMLElement>('[aria-label^="Turn"]')!;
    expect(button.ariaLabel).to.equal('Turn by 90° (turns only the view)');
    key(stageOf(dialog), 'r');
    expect(placeOf(canvas).degrees).to.equal(90);
    const {clientWidth: width, clientHeight: height} = stageOf(dialog);
    const unturned = Math.min(width / 800, height / 200);
    const turned = Math.min(width / 200, height / 800);
    expect(unturned * placeOf(canvas).scale).to.be.closeTo(turned, 0.001);
    button.click();
    expect(Math.abs(placeOf(canvas).degrees)).to.equal(180);
    expect(placeOf(canvas).scale).to.be.closeTo(1, 0.001);
    expect([canvas.width, canvas.height]).to.eql([800, 200]);
  });

  it('shows the pictures before and after in the order of the list, and frees those left', async () => {
    const element = await inspectorOf([
      await picture('teal', [300, 200], 'valid1.png'),
      new File(['%PDF-1.7'], 'valid2.pdf', {type: 'application/pdf'}),
      await picture('navy', [500, 200], 'valid3.png'),
      await picture('red', [700, 200], 'invalid4.png'),
    ]);
    await showFile(element, 'valid1');
    await press(element, 'enlarge');
    const dialog = await dialogIn(element);
    const [first] = await canvasesIn(dialog, 1);
    const title = () => textOf(dialog.querySelector('h2'));
    expect(title()).to.equal('valid1.png Picture 2 of 3');
    expect(dialog.querySelector('.doubt')).to.equal(null);
    key(stageOf(dialog), 'ArrowRight');
    await waitUntil(() => title() === 'valid3.png Picture 3 of 3');
    await waitUntil(() => dialog.querySelector('canvas')?.width === 500);
    expect(first?.width).to.equal(0);
    const [before, after] = dialog.querySelectorAll<HTMLElement>('.step');
    expect(after?.ariaDisabled).to.equal('true');
    before?.click();
    before?.click();
    await waitUntil(() => dialog.querySelector('canvas')?.width === 700);
    expect(title()).to.equal('invalid4.png Picture 1 of 3');
    expect(textOf(dialog.querySelector('.doubt'))).to.contain('Not confirmed');
    await expect(element).to.be.accessible();
  });

  it('says that a picture cannot be shown, and goes on to the next', async () => {
    const element = await inspectorOf([
      await picture('teal', [300, 200], 'valid1.png'),
      new File(['no picture'], 'valid2.png', {type: 'image/png'}),
    ]);
    await showFile(element, 'valid1');
    await press(element, 'enlarge');
    const dialog = await dialogIn(element);
    await canvasesIn(dialog, 1);
    key(stageOf(dialog), 'ArrowRight');
    await waitUntil(
      () => textOf(dialog.querySelector('.missing')) === 'The picture cannot be shown.',
    );
    key(stageOf(dialog), 'ArrowLeft');
    await canvasesIn(dialog, 1);
  });

  it('closes when its file is removed', async () => {
    const {element, dialog} = await viewing([400, 300]);
    void element.inspect(await picture('navy', [40, 30], 'valid.png'));
    await waitUntil(() => !dialog.open || !dialog.isConnected);
  });

  it('has no button for what is not a picture', async () => {
    const element = await inspectorOf([
      new File(['%PDF-'], 'valid.pdf', {type: 'application/pdf'}),
    ]);
    await waitUntil(() => textOf(part(element, 'preview')).includes('No preview'));
    expect(element.shadowRoot?.querySelector('.seen .enlarge')).to.equal(null);
  });
});

describe('a PDF in <seal-inspector>', () => {
  const open = window.open.bind(window);
  let opened: unknown[][] = [];
  const viewerIs = (isEnabled: boolean) =>
    Object.defineProperty(navigator, 'pdfViewerEnabled', {value: isEnabled, configurable: true});

  beforeEach(() => {
    opened = [];
    window.open = (...asked) => {
      opened.push(asked);
      return null;
    };
  });

  afterEach(() => {
    window.open = open;
    Reflect.deleteProperty(navigator, 'pdfViewerEnabled');
  });

  const showing = async (content: string, name: string) => {
    const element = await inspectorOf([new File([content], name, {type: 'application/pdf'})]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return element;
  };

  it('opens in a tab of its own', async () => {
    viewerIs(true);
    const element = await showing('%PDF-1.7', 'valid.pdf');
    expect(textOf(await press(element, 'pdf'))).to.equal('Open the PDF');
    const [[url, ...how] = []] = opened;
    expect(url).to.match(/^blob:/);
    expect(how).to.eql(['_blank', 'noopener']);
    expect((await fetch(String(url))).headers.get('content-type')).to.equal('application/pdf');
  });

  it('is not opened where the browser shows none, or where its content is something else', async () => {
    viewerIs(false);
    const none = await showing('%PDF-1.7', 'valid.pdf');
    expect(none.shadowRoot?.querySelector('.seen .pdf')).to.equal(null);
    viewerIs(true);
    const other = await showing('<script></script>', 'valid.pdf');
    expect(other.shadowRoot?.querySelector('.seen .pdf')).to.equal(null);
  });
});

describe('a whole picture', () => {
  it('is released after it is drawn, and if it comes too late', async () => {
    const bitmaps: ImageBitmap[] = [];
    const decode = async (file: Blob) => {
      const bitmap = await createImageBitmap(file);
      bitmaps.push(bitmap);
      return bitmap;
    };
    const file = await picture('teal', [30, 20]);
    const {canvas, own} = await decodeWhole(file, new AbortController().signal, decode);
    expect([canvas.width, own.height, bitmaps[0]?.width]).to.eql([30, 20, 0]);
    const late = await decodeWhole(file, AbortSignal.abort(), decode).catch(() => 'aborted');
    expect([late, bitmaps[1]?.width]).to.eql(['aborted', 0]);
  });
});
