import type {FocusPoint} from '../../../../core/camera/track-controls.js';
import type {pause} from '../../../../core/wiring/elements/camera-aids.js';

/** The focus of the camera. */
type FocusState = {name: 'automatic'} | {name: 'point'; point: FocusPoint};

export interface FocusActions {
  /** Makes the camera focus and expose for this point, or automatically again. */
  apply: (wish: FocusPoint | 'automatic') => void;
  /** Called when `state` has changed. */
  onChange: () => void;
  /** True while the point must be kept, because a photo is about to be taken. */
  isHeld: () => boolean;
}

/** How long a point is kept, in milliseconds. */
const HOLD_MS = 8_000;
/** A tap within this distance of the point, in fractions of the picture, removes it. */
const NEAR = 0.08;

/** One point of the picture for focus and exposure, for some seconds. */
export class Focus {
  readonly #actions: FocusActions;
  readonly #pause: typeof pause;
  #state: FocusState = {name: 'automatic'};
  #hold?: AbortController;

  constructor(actions: FocusActions, given: typeof pause) {
    this.#actions = actions;
    this.#pause = given;
  }

  get point(): FocusPoint | undefined {
    return this.#state.name === 'point' ? this.#state.point : undefined;
  }

  /** Handles a tap: sets this point, or removes it if it is the same again. */
  tap({x, y}: FocusPoint) {
    const {point} = this;
    if (point && Math.hypot(x - point.x, y - point.y) < NEAR) this.lift();
    else this.set({x, y});
  }

  set({x, y}: FocusPoint) {
    const point = {x: inside(x), y: inside(y)};
    this.#become({name: 'point', point});
    this.#actions.apply(point);
    this.#hold = new AbortController();
    void this.#keep(this.#hold.signal);
  }

  /** Returns to automatic focus. Returns false if it is automatic already. */
  lift(): boolean {
    if (!this.stop()) return false;
    this.#actions.apply('automatic');
    return true;
  }

  /** Drops the point of a camera that is gone or refused it. */
  stop(): boolean {
    if (this.#state.name === 'automatic') return false;
    this.#become({name: 'automatic'});
    return true;
  }

  async #keep(signal: AbortSignal) {
    do await this.#pause(HOLD_MS, signal);
    while (!signal.aborted && this.#actions.isHeld());
    if (!signal.aborted) this.lift();
  }

  #become(state: FocusState) {
    this.#hold?.abort();
    this.#hold = undefined;
    this.#state = state;
    this.#actions.onChange();
  }
}

const inside = (part: number): number => Math.min(1, Math.max(0, part));
