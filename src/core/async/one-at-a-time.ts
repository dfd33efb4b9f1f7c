/** Work of which there is one at a time: asked for meanwhile, it is done once more after. */
export class OneAtATime {
  readonly #work: () => Promise<void>;
  readonly #after: () => void;
  #running = false;
  #wantedAgain = false;

  /** `after` is called when nothing more is asked for, also where the work failed. */
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
