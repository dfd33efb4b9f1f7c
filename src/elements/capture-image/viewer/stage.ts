import {html} from 'lit';
import {ENLARGED, fitted, movedBy, within, zoomedBy, type Zoom} from './zoom.js';

/** Two taps within this time and distance count as a double tap. */
const DOUBLE_TAP_MS = 300;
const TAP_PX = 24;
/** A swipe over this distance, on a picture that is not enlarged, shows the next one. */
const SWIPE_PX = 48;
const WHEEL_PER_PIXEL = 0.0025;
const PINCH_PER_PIXEL = 0.01;
const WHEEL_LINE_PX = 16;
/** Zoom factor for a key press. */
const KEY_ZOOM = 1.4;
const KEY_MOVE_PX = 60;

interface Point {
  x: number;
  y: number;
}

/** Actions of gestures, besides enlarging and moving the picture. */
export interface StageActions {
  /** Shows a later photo (1) or an earlier one (-1). */
  step: (by: 1 | -1) => void;
  /** Called when the scale has changed. */
  zoomed: (scale: number) => void;
}

/** Shows one picture that a person can enlarge and move with fingers, mouse and keys. */
export class Stage {
  readonly #actions: StageActions;
  #picture?: HTMLCanvasElement;
  #element?: HTMLElement;
  #zoom: Zoom = fitted;
  readonly #pointers = new Map<number, Point>();
  /** Position of the first finger; undefined after a second one. */
  #start?: Point;
  #lastTap?: Point & {at: number};

  constructor(actions: StageActions) {
    this.#actions = actions;
  }

  get scale(): number {
    return this.#zoom.scale;
  }

  get picture(): HTMLCanvasElement | undefined {
    return this.#picture;
  }

  /** Shows another picture, or the same one with other pixels and the same zoom. */
  show(picture: HTMLCanvasElement | undefined, isOther: boolean) {
    this.#picture = picture;
    if (isOther) {
      // Fingers that were on the last picture when it went may be lifted elsewhere.
      this.#pointers.clear();
      this.#start = undefined;
    }
    this.#set(isOther ? fitted : this.#zoom);
  }

  render(label: string) {
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
      ${this.#picture}
    </div>`;
  }

  /** Connects to the stage after it was rendered. */
  drawn(root: ParentNode) {
    this.#element = root.querySelector<HTMLElement>('.stage') ?? undefined;
    this.#apply();
  }

  zoomBy(factor: number, at?: Point) {
    this.#set(zoomedBy(this.#zoom, factor, at));
  }

  toggle(at?: Point) {
    this.#set(this.#zoom.scale > 1 ? fitted : zoomedBy(fitted, ENLARGED, at));
  }

  move(dx: number, dy: number) {
    this.#set(movedBy(this.#zoom, dx, dy));
  }

  /** Handles the keys that enlarge and move the picture; false for all others. Arrows move only an enlarged picture. */
  press(key: string): boolean {
    const act = this.#keys[key];
    if (!act || (this.scale === 1 && key.startsWith('Arrow'))) return false;
    act();
    return true;
  }

  readonly #keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => {
      this.move(KEY_MOVE_PX, 0);
    },
    ArrowRight: () => {
      this.move(-KEY_MOVE_PX, 0);
    },
    ArrowUp: () => {
      this.move(0, KEY_MOVE_PX);
    },
    ArrowDown: () => {
      this.move(0, -KEY_MOVE_PX);
    },
    '+': () => {
      this.zoomBy(KEY_ZOOM);
    },
    '=': () => {
      this.zoomBy(KEY_ZOOM);
    },
    '-': () => {
      this.zoomBy(1 / KEY_ZOOM);
    },
    '0': () => {
      if (this.scale > 1) this.toggle();
    },
  };

  #set(zoom: Zoom) {
    const before = this.#zoom.scale;
    const {clientWidth: width = 0, clientHeight: height = 0} = this.#element ?? {};
    this.#zoom =
      this.#picture && width > 0
        ? within(zoom, {width, height}, this.#picture)
        : {...zoom, x: 0, y: 0};
    this.#apply();
    if (this.#zoom.scale !== before) this.#actions.zoomed(this.#zoom.scale);
  }

  #apply() {
    const {scale, x, y} = this.#zoom;
    this.#element?.toggleAttribute('data-enlarged', scale > 1);
    if (this.#picture) this.#picture.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  /** Position relative to the stage's center. */
  #at({clientX, clientY}: MouseEvent): Point {
    const {left, top, width, height} = this.#element?.getBoundingClientRect() ?? new DOMRect();
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
    this.#element?.setPointerCapture(event.pointerId);
    const at = this.#at(event);
    this.#pointers.set(event.pointerId, at);
    this.#start = this.#pointers.size === 1 ? at : undefined;
  };

  readonly #onMove = (event: PointerEvent) => {
    if (!this.#pointers.has(event.pointerId)) return;
    const before = this.#grip();
    this.#pointers.set(event.pointerId, this.#at(event));
    const now = this.#grip();
    const moved = movedBy(this.#zoom, now.x - before.x, now.y - before.y);
    this.#set(before.spread > 0 ? zoomedBy(moved, now.spread / before.spread, now) : moved);
  };

  readonly #onUp = (event: PointerEvent) => {
    const start = this.#start;
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#pointers.size > 0 || !start) return;
    this.#start = undefined;
    const at = this.#at(event);
    const [dx, dy] = [at.x - start.x, at.y - start.y];
    if (Math.hypot(dx, dy) < TAP_PX / 2) this.#tapped({...at, at: event.timeStamp});
    else if (this.scale === 1 && Math.abs(dx) > Math.max(SWIPE_PX, 2 * Math.abs(dy))) {
      this.#actions.step(dx < 0 ? 1 : -1);
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
    if (isDouble) this.toggle(tap);
  }

  readonly #onWheel = {
    passive: false,
    handleEvent: (event: WheelEvent) => {
      // Over a picture in the page, the wheel enlarges it with Control, and scrolls the page without.
      if (!event.ctrlKey && this.scale === 1 && !this.#element?.closest('dialog')) return;
      event.preventDefault();
      // Browsers report a trackpad's pinch as a wheel event with Control.
      const perPixel = event.ctrlKey ? PINCH_PER_PIXEL : WHEEL_PER_PIXEL;
      const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : WHEEL_LINE_PX);
      this.zoomBy(Math.exp(-pixels * perPixel), this.#at(event));
    },
  };
}
