import type {pause} from '../../../../core/wiring/elements/camera-aids.js';

/** Seconds between the press of the shutter and the photo; 0: at once. */
export const delays = [0, 3, 10] as const;
export type Delay = (typeof delays)[number];

/** Where a countdown stands. */
export type Countdown =
  | {name: 'idle'}
  /** `left`: whole seconds until the photo. */
  | {name: 'counting'; left: number};

export interface SelfTimerActions {
  /** Takes the photo, so many seconds after the press. */
  shoot: (delay: Delay) => void;
  /** `state` has changed; `isCancelled` where the person ended the countdown. */
  onChange: (isCancelled: boolean) => void;
}

/** The page, as far as a countdown looks at it. */
export type TimedPage = Pick<Document, 'addEventListener' | 'hidden'>;

/** Waits between the shutter and the photo, while nothing makes the countdown void. */
export class SelfTimer {
  readonly #actions: SelfTimerActions;
  readonly #page: TimedPage;
  readonly #pause: typeof pause;
  #state: Countdown = {name: 'idle'};
  #lifetime?: AbortController;
  #isShooting = false;
  /** Chosen by the person, for as long as the element is there. */
  delay: Delay = 0;

  constructor(actions: SelfTimerActions, page: TimedPage, given: typeof pause) {
    this.#actions = actions;
    this.#page = page;
    this.#pause = given;
  }

  get state(): Countdown {
    return this.#state;
  }

  /** A press of the shutter: begins a countdown or ends it. False where the photo is taken now. */
  press(): boolean {
    if (this.#isShooting) return false;
    if (this.cancel()) return true;
    if (this.delay === 0) return false;
    void this.#count(this.delay);
    return true;
  }

  /** The person ends the countdown; false where there is none. */
  cancel(): boolean {
    return this.#end(true);
  }

  /** Without a camera, or a page to see, no photo comes. */
  stop(): void {
    this.#end(false);
  }

  #end(isCancelled: boolean): boolean {
    if (!this.#lifetime) return false;
    this.#lifetime.abort();
    this.#lifetime = undefined;
    this.#become({name: 'idle'}, isCancelled);
    return true;
  }

  async #count(seconds: Delay) {
    const lifetime = new AbortController();
    const {signal} = lifetime;
    this.#lifetime = lifetime;
    const onHidden = () => {
      if (this.#page.hidden) this.stop();
    };
    this.#page.addEventListener('visibilitychange', onHidden, {signal});
    for (let left: number = seconds; left > 0; left--) {
      this.#become({name: 'counting', left});
      await this.#pause(1_000, signal);
      if (signal.aborted) return;
    }
    this.stop();
    this.#isShooting = true;
    this.#actions.shoot(seconds);
    this.#isShooting = false;
  }

  #become(state: Countdown, isCancelled = false) {
    this.#state = state;
    this.#actions.onChange(isCancelled);
  }
}
