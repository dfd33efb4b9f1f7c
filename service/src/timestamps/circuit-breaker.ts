import {backOff} from '@sealed-capture/seal/model/job/retries.js';

/** Failures in a row after which the breaker opens. */
const MOST_FAILURES = 5;
/** Number of doublings of a second for the first pause: about four seconds. */
const FIRST_PAUSE = 2;

type State =
  | {name: 'closed'; failures: number}
  /** Nothing is requested until the pause is over; then one attempt shows whether the server works again. */
  | {name: 'open'; until: number; pauses: number}
  | {name: 'trying'; pauses: number};

/**
 * Spares a failing server, and the requests that would wait for it. After five failures in a row nothing is
 * requested for a while, then one attempt at a time. The pauses grow to five minutes, or to `longestPause`, with
 * jitter.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #longestPause: number;
  #state: State = {name: 'closed', failures: 0};

  /**
   * @param now milliseconds
   * @param longestPause milliseconds
   */
  constructor(now: () => number, random: () => number, longestPause = Infinity) {
    this.#longestPause = longestPause;
    this.#now = now;
    this.#random = random;
  }

  get isClosed(): boolean {
    return this.#state.name === 'closed';
  }

  /** Milliseconds until the next attempt may be made. */
  get wait(): number {
    return this.#state.name === 'open' ? Math.max(0, this.#state.until - this.#now()) : 0;
  }

  /** True if an attempt may be made; report its result afterwards. */
  enter(): boolean {
    switch (this.#state.name) {
      case 'closed':
        return true;
      case 'trying':
        return false;
      case 'open':
        if (this.wait > 0) return false;
        this.#state = {name: 'trying', pauses: this.#state.pauses};
        return true;
    }
  }

  succeeded(): void {
    this.#state = {name: 'closed', failures: 0};
  }

  failed(): void {
    const state = this.#state;
    // The result of an attempt from before the breaker opened changes nothing.
    if (state.name === 'open') return;
    const failures = state.name === 'closed' ? state.failures + 1 : MOST_FAILURES;
    if (failures < MOST_FAILURES) {
      this.#state = {name: 'closed', failures};
      return;
    }
    const pauses = state.name === 'trying' ? state.pauses + 1 : 0;
    const pause = Math.min(this.#longestPause, backOff(FIRST_PAUSE + pauses, this.#random()));
    this.#state = {name: 'open', until: this.#now() + pause, pauses};
  }

  /** Reports that the attempt was given up without a result. */
  abandoned(): void {
    if (this.#state.name !== 'trying') return;
    this.#state = {name: 'open', until: this.#now(), pauses: this.#state.pauses};
  }
}
