const MINUTE_MS = 60_000;

/** Allows a limited number in any sixty seconds. */
export class MinuteBudget {
  readonly #now: () => number;
  /** Ring buffer of the last times; the next place holds the oldest. */
  readonly #times: Float64Array;
  #next = 0;

  /**
   * @param perMinute 0 for any number
   * @param now milliseconds
   */
  constructor(perMinute: number, now: () => number) {
    this.#now = now;
    this.#times = new Float64Array(perMinute).fill(-Infinity);
  }

  /** Milliseconds until one more is allowed. */
  get wait(): number {
    const oldest = this.#times[this.#next] ?? -Infinity;
    return Math.max(0, oldest + MINUTE_MS - this.#now());
  }

  /** Takes one, if that is allowed. */
  take(): boolean {
    if (this.wait > 0) return false;
    if (this.#times.length > 0) {
      this.#times[this.#next] = this.#now();
      this.#next = (this.#next + 1) % this.#times.length;
    }
    return true;
  }
}
