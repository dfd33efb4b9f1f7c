import type {FocusPoint} from '../../../../core/camera/track-controls.js';
import type {pause} from '../../../../core/wiring/elements/camera-aids.js';

/** Where the camera looks to. */
type FocusState = {name: 'automatic'} | {name: 'point'; point: FocusPoint};

export interface FocusActions {
  /** Has the camera focus and expose for this point, or by itself again. */
  apply: (wish: FocusPoint | 'automatic') => void;
  /** `state` has changed. */
  onChange: () => void;
  /** The point is kept: a photo is about to be taken. */
  isHeld: () => boolean;
}

/** How long a point counts. */
const HOLD_MS = 8_000;
/** A tap as near as this to the point, in parts of the picture, lifts it. */
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

  /** A tap: this point, or none where it is the same again. */
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

  /** Back to what the camera does by itself; false where it does so. */
  lift(): boolean {
    if (!this.stop()) return false;
    this.#actions.apply('automatic');
    return true;
  }

  /** Forgets the point of a camera that is gone, or refused it. */
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
