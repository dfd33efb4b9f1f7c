import {backOff} from '../../model/retry.js';

/** Failures in a row after which no more is asked. */
const MOST_FAILURES = 5;
/** Doublings of a second before the first pause: about four seconds. */
const FIRST_PAUSE = 2;

type State =
  | {name: 'closed'; failures: number}
  /** Nothing is asked until the pause is over; then one attempt shows whether it works again. */
  | {name: 'open'; until: number; pauses: number}
  | {name: 'trying'; pauses: number};

/**
 * Spares a server that fails, and those who would wait for it: after five failures in a row nothing is asked for a while,
 * then one attempt at a time. The pauses grow to five minutes, or the longest that is given, by chance a little more or less.
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

  /** True where an attempt may be made; say afterwards how it went. */
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
    // One that was under way when it opened says nothing new.
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

  /** The attempt was given up before it showed anything. */
  abandoned(): void {
    if (this.#state.name !== 'trying') return;
    this.#state = {name: 'open', until: this.#now(), pauses: this.#state.pauses};
  }
}
