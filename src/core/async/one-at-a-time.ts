/** Runs a piece of work once at a time. If it is requested while it runs, it runs once more afterwards. */
export class OneAtATime {
  readonly #work: () => Promise<void>;
  readonly #after: () => void;
  #running = false;
  #wantedAgain = false;

  /** `after` is called when no further run is requested, also if the work failed. */
  constructor(work: () => Promise<void>, after: () => void) {
    this.#work = work;
    this.#after = after;
  }

  run(): void {
    this.#wantedAgain = this.#running;
    if (this.#running) return;
    this.#running = true;
    void this.#work()
      .catch(() => undefined)
      .finally(() => {
        this.#running = false;
        if (this.#wantedAgain) this.run();
        else this.#after();
      });
  }
}
