import {expect, waitUntil} from '@open-wc/testing';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {SealPictures} from '../../../src/elements/seal-inspector/papers/seal-pictures.js';
import {valid} from './answers.js';
import {contents, facts, inspectorReading, picture} from './facts.js';
import {part} from './fixture.js';
import {textOf} from '../kit.js';

async function comparing(width = 900): Promise<SealInspector> {
  const thumbnail = await picture('teal', [160, 120]);
  const ingredients = contents.ingredients.map((ingredient) => ({...ingredient, thumbnail}));
  const file = await picture('navy', [160, 120]);
  const element = await inspectorReading(valid, facts({ingredients}), file);
  element.style.width = `${width}px`;
  await waitUntil(() => part(element, 'comparison'), 'both pictures are drawn');
  (part(element, 'comparison') as HTMLDetailsElement).open = true;
  return element;
}

const inside = <Found extends Element>(element: SealInspector, selector: string) =>
  part(element, 'comparison')?.querySelector<Found>(selector) as Found;
const boxes = (element: SealInspector) =>
  ['.before', '.now'].map((name) => inside(element, `${name} canvas`).getBoundingClientRect());

describe('<seal-inspector> comparison with an earlier photo', () => {
  it('shows both side by side, or one above the other in a narrow page', async () => {
    const element = await comparing();
    const [before, now] = boxes(element);
    expect(now?.top).to.equal(before?.top);
    expect(now?.left).to.be.above(before?.right ?? NaN);
    element.style.width = '360px';
    const [above, below] = boxes(element);
    expect(below?.left).to.equal(above?.left);
    expect(below?.top).to.be.above(above?.bottom ?? NaN);
    await expect(element).to.be.accessible();
  });

  it('lays one over the other with a movable line between them, controlled by a labeled slider', async () => {
    const element = await comparing();
    inside<HTMLInputElement>(element, '[type="checkbox"]').click();
    const [before, now] = boxes(element);
    expect([before?.left, before?.top]).to.eql([now?.left, now?.top]);
    const slider = inside<HTMLInputElement>(element, '[type="range"]');
    expect(slider.labels?.length).to.equal(1);
    const cut = () => getComputedStyle(inside(element, '.before canvas')).clipPath;
    const at = (value: string) => {
      slider.value = value;
      slider.dispatchEvent(new Event('input'));
      return cut();
    };
    const [all, half] = [at('100'), at('50')];
    expect(all).not.to.equal(half);
    expect(half).to.contain('50%');
    await expect(element).to.be.accessible();
  });

  it('leaves the preview and the tree’s picture unchanged', async () => {
    const element = await comparing();
    expect(part(element, 'preview')?.querySelector('canvas')).not.to.be.null;
    expect(part(element, 'ingredients')?.querySelector('canvas')).not.to.be.null;
    expect(textOf(inside(element, 'summary'))).to.equal('Compare with what it was made from');
  });
});

const quiet = {
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
};

describe('the pictures in a seal', () => {
  it('are each drawn once, and the host is notified when one is ready', async () => {
    let updates = 0;
    const pictures = new SealPictures({
      addController: () => undefined,
      removeController: () => undefined,
      requestUpdate: () => updates++,
      updateComplete: Promise.resolve(true),
    });
    const thumbnail = await picture('teal', [160, 120]);
    expect(pictures.of(thumbnail)).to.be.undefined;
    await waitUntil(() => updates === 1);
    const drawn = pictures.of(thumbnail);
    expect([drawn?.width, drawn?.height]).to.eql([160, 120]);
    expect(pictures.of(thumbnail)).to.equal(drawn);
    expect(updates).to.equal(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(updates).to.equal(1);
  });

  it('are drawn small, and larger on request', async () => {
    const pictures = new SealPictures(quiet);
    const thumbnail = await picture('teal', [600, 300]);
    const width = () => pictures.of(thumbnail)?.canvas.width;
    await waitUntil(() => width() === 192);
    expect(pictures.of(thumbnail, 480)?.canvas.width).to.equal(192);
    await waitUntil(() => width() === 480);
  });

  it('are not drawn after another file is shown, and drawn again if it is shown again', () => {
    const given: AbortSignal[] = [];
    const pictures = new SealPictures(quiet, (_file, signal) => {
      given.push(signal!);
      return new Promise(() => undefined);
    });
    const thumbnail = new Blob();
    pictures.of(thumbnail);
    pictures.of(thumbnail);
    expect(given).to.have.length(1);
    pictures.forget();
    expect(given[0]?.aborted).to.be.true;
    pictures.of(thumbnail);
    expect(given.map(({aborted}) => aborted)).to.eql([true, false]);
    pictures.hostDisconnected();
    expect(given[1]?.aborted).to.be.true;
  });
});
