import type {pause} from '../../../../core/wiring/elements/camera-aids.js';

/** Seconds between the press of the shutter and the photo; 0 for none. */
export const delays = [0, 3, 10] as const;
export type Delay = (typeof delays)[number];

/** State of a countdown. */
export type Countdown =
  | {name: 'idle'}
  /** `left`: whole seconds until the photo. */
  | {name: 'counting'; left: number};

export interface SelfTimerActions {
  /** Takes the photo, this many seconds after the press. */
  shoot: (delay: Delay) => void;
  /** Called when `state` has changed; `isCancelled` if the person ended the countdown. */
  onChange: (isCancelled: boolean) => void;
}

/** The part of the page that a countdown uses. */
export type TimedPage = Pick<Document, 'addEventListener' | 'hidden'>;

/** Delays the photo after the press of the shutter, unless the countdown is canceled. */
export class SelfTimer {
  readonly #actions: SelfTimerActions;
  readonly #page: TimedPage;
  readonly #pause: typeof pause;
  #state: Countdown = {name: 'idle'};
  #lifetime?: AbortController;
  #isShooting = false;
  /** The person's choice, for the lifetime of the element. */
  delay: Delay = 0;

  constructor(actions: SelfTimerActions, page: TimedPage, given: typeof pause) {
    this.#actions = actions;
    this.#page = page;
    this.#pause = given;
  }

  get state(): Countdown {
    return this.#state;
  }

  /** Handles a press of the shutter: starts or ends a countdown. Returns false if the photo is to be taken now. */
  press(): boolean {
    if (this.#isShooting) return false;
    if (this.cancel()) return true;
    if (this.delay === 0) return false;
    void this.#count(this.delay);
    return true;
  }

  /** Ends the countdown at the person's request. Returns false if there is none. */
  cancel(): boolean {
    return this.#end(true);
  }

  /** Ends the countdown without a photo, because the camera is off or the page is hidden. */
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
