import {expect, fixtureSync, html} from '@open-wc/testing';
import {Expected} from '../../../src/elements/capture-image/album/expected.js';
import {waitUntil} from '../kit.js';

const DWELL_MS = 30;

/** A page with the photos `first` and `second`; `done` lists what is prepared and forgotten. */
function created(patienceMs = 60_000) {
  const root = fixtureSync<HTMLElement>(
    html`<div><button id="first">First</button><input id="second" aria-label="Second" /></div>`,
  );
  const done: string[] = [];
  const expected = new Expected(root, {
    idAt: ({id}) => id || undefined,
    prepare: (captureId) => void done.push(captureId),
    forget: () => void done.push('forgotten'),
    dwellMs: DWELL_MS,
    patienceMs,
  });
  const at = (id: string) => root.querySelector<HTMLElement>(`#${id}`) ?? root;
  const point = (type: string, pointerType: string, id = 'first') =>
    at(id).dispatchEvent(new PointerEvent(type, {pointerType, bubbles: true}));
  return {done, expected, at, point};
}

/** Resolves after a mouse or the focus has stayed long enough. */
const dwelt = () => new Promise((resolve) => setTimeout(resolve, 3 * DWELL_MS));

describe('the photo that a person is about to open', () => {
  it('is prepared as soon as it is pressed, and forgotten if the press scrolls the page', () => {
    const {done, point} = created();
    point('pointerdown', 'touch');
    expect(done).to.eql(['first']);
    point('pointercancel', 'touch');
    expect(done).to.eql(['first', 'forgotten']);
  });

  it('is forgotten if it is not opened after a while', async () => {
    const {done, point} = created(20);
    point('pointerdown', 'touch');
    await waitUntil(() => done.length === 2);
    expect(done).to.eql(['first', 'forgotten']);
  });

  it('is waited for anew after each press', async () => {
    const {done, point} = created(200);
    point('pointerdown', 'touch');
    await dwelt();
    const pressed = performance.now();
    point('pointerdown', 'touch', 'second');
    await waitUntil(() => done.includes('forgotten'));
    expect(performance.now() - pressed).to.be.above(190);
    expect(done).to.eql(['first', 'second', 'forgotten']);
  });

  it('is not waited for any more after it is forgotten', async () => {
    const {done, expected, point} = created(50);
    point('pointerdown', 'touch');
    point('pointerover', 'mouse');
    expected.forget();
    await dwelt();
    expect(done).to.eql(['first', 'forgotten']);
  });

  it('is prepared if a mouse stays on it, and not if it passes, leaves the page, or is a finger', async () => {
    const {done, point} = created();
    point('pointerover', 'mouse');
    point('pointerover', 'mouse', 'none');
    await dwelt();
    point('pointerover', 'mouse');
    point('pointerout', 'mouse');
    await dwelt();
    point('pointerover', 'touch');
    await dwelt();
    expect(done).to.eql([]);
    point('pointerover', 'mouse');
    await waitUntil(() => done.length > 0);
    expect(done).to.eql(['first']);
  });

  it('is prepared if the focus stays on it and is shown, and not if it leaves', async () => {
    const {done, at} = created();
    const reach = (type: string, id: string) =>
      at(id).dispatchEvent(new FocusEvent(type, {bubbles: true}));
    // As if the browser returned the focus after a press: it is not shown.
    reach('focusin', 'first');
    await dwelt();
    expect(done).to.eql([]);
    // Browsers always show the focus of a field for text.
    at('second').focus();
    reach('focusin', 'second');
    reach('focusout', 'second');
    await dwelt();
    expect(done).to.eql([]);
    reach('focusin', 'second');
    await waitUntil(() => done.length > 0);
    expect(done).to.eql(['second']);
  });
});
