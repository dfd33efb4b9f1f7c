import {html, type TemplateResult} from 'lit';

/** Two taps within this time and distance count as a double tap. */
const DOUBLE_TAP_MS = 300;
const TAP_PX = 24;
/** A swipe over this distance, on a picture that is not enlarged, shows the next one. */
const SWIPE_PX = 48;
const WHEEL_PER_PIXEL = 0.0025;
const PINCH_PER_PIXEL = 0.01;
const WHEEL_LINE_PX = 16;

export interface Point {
  x: number;
  y: number;
}

/** What gestures do. Points are in CSS pixels from the stage's center. */
export interface Gestured {
  readonly scale: number;
  /** Moves the picture, and enlarges it by the factor around the point. */
  drag: (dx: number, dy: number, factor: number, at: Point) => void;
  zoomBy: (factor: number, at: Point) => void;
  toggle: (at: Point) => void;
  /** Shows a later picture (1) or an earlier one (-1). */
  step: (by: 1 | -1) => void;
}

/** Fingers, mouse and wheel on a stage: drag, pinch, double tap, swipe. */
export class Gestures {
  readonly #acts: Gestured;
  readonly #pointers = new Map<number, Point>();
  /** Position of the first finger; undefined after a second one. */
  #start?: Point;
  #lastTap?: Point & {at: number};

  constructor(acts: Gestured) {
    this.#acts = acts;
  }

  /** Forgets fingers that were on the last picture when it went: they may be lifted elsewhere. */
  clear() {
    this.#pointers.clear();
    this.#start = undefined;
  }

  render(label: string, picture: HTMLCanvasElement | undefined): TemplateResult {
    return html`<div
      class="stage"
      role="img"
      tabindex="0"
      aria-label=${label}
      @pointerdown=${this.#onDown}
      @pointermove=${this.#onMove}
      @pointerup=${this.#onUp}
      @pointercancel=${this.#onCancel}
      @wheel=${this.#onWheel}
    >
      ${picture}
    </div>`;
  }

  /** Position relative to the stage's center. */
  #at({clientX, clientY, currentTarget}: MouseEvent): Point {
    const {left, top, width, height} = (currentTarget as Element).getBoundingClientRect();
    return {x: clientX - left - width / 2, y: clientY - top - height / 2};
  }

  /** The center of all fingers, and the distance between the first two; 0 for one. */
  #grip(): Point & {spread: number} {
    const [one = {x: 0, y: 0}, other = one] = this.#pointers.values();
    return {
      x: (one.x + other.x) / 2,
      y: (one.y + other.y) / 2,
      spread: Math.hypot(one.x - other.x, one.y - other.y),
    };
  }

  readonly #onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const at = this.#at(event);
    this.#pointers.set(event.pointerId, at);
    this.#start = this.#pointers.size === 1 ? at : undefined;
  };

  readonly #onMove = (event: PointerEvent) => {
    if (!this.#pointers.has(event.pointerId)) return;
    const before = this.#grip();
    this.#pointers.set(event.pointerId, this.#at(event));
    const now = this.#grip();
    const factor = before.spread > 0 ? now.spread / before.spread : 1;
    this.#acts.drag(now.x - before.x, now.y - before.y, factor, now);
  };

  readonly #onUp = (event: PointerEvent) => {
    const start = this.#start;
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#pointers.size > 0 || !start) return;
    this.#start = undefined;
    const at = this.#at(event);
    const [dx, dy] = [at.x - start.x, at.y - start.y];
    if (Math.hypot(dx, dy) < TAP_PX / 2) this.#tapped({...at, at: event.timeStamp});
    else if (this.#acts.scale === 1 && Math.abs(dx) > Math.max(SWIPE_PX, 2 * Math.abs(dy))) {
      this.#acts.step(dx < 0 ? 1 : -1);
    }
  };

  readonly #onCancel = ({pointerId}: PointerEvent) => {
    this.#pointers.delete(pointerId);
    this.#start = undefined;
  };

  #tapped(tap: Point & {at: number}) {
    const last = this.#lastTap;
    const isDouble =
      last &&
      tap.at - last.at < DOUBLE_TAP_MS &&
      Math.hypot(tap.x - last.x, tap.y - last.y) < TAP_PX;
    this.#lastTap = isDouble ? undefined : tap;
    if (isDouble) this.#acts.toggle(tap);
  }

  readonly #onWheel = {
    passive: false,
    handleEvent: (event: WheelEvent) => {
      // Over a picture in the page, the wheel enlarges it with Control, and scrolls the page without.
      if (
        !event.ctrlKey &&
        this.#acts.scale === 1 &&
        !(event.currentTarget as Element).closest('dialog')
      )
        return;
      event.preventDefault();
      // Browsers report a trackpad's pinch as a wheel event with Control.
      const perPixel = event.ctrlKey ? PINCH_PER_PIXEL : WHEEL_PER_PIXEL;
      const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : WHEEL_LINE_PX);
      this.#acts.zoomBy(Math.exp(-pixels * perPixel), this.#at(event));
    },
  };
}
