/** Limits the time that a thread works on a job. The clock stops while the thread waits for a signature. */
export class JobClock {
  readonly #onEnd: () => void;
  #timer: NodeJS.Timeout | undefined;
  #left = 0;
  #since = 0;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Restarts the limit with this many milliseconds. */
  start(milliseconds: number): void {
    this.stop();
    this.#left = milliseconds;
    this.resume();
  }

  pause(): void {
    this.stop();
    this.#left = Math.max(0, this.#left - (performance.now() - this.#since));
  }

  resume(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onEnd, this.#left);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
