const LONGEST_DELAY_MS = 60_000;

/** Milliseconds until code that could not be loaded is requested again, after so many failures in a row. */
const delayAfter = (failures: number): number =>
  Math.min(LONGEST_DELAY_MS, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2);

/**
 * Code that is requested at once, apart from the page's own; as long as it cannot be loaded, it is requested again, ever
 * more seldom. Browsers that keep a failed import until the page is loaded again (Firefox) get it only then.
 */
export class LateCode<Code> {
  /** Resolves once it is there; never rejects. */
  readonly arrival: Promise<Code>;
  readonly #load: () => Promise<Code>;
  readonly #retryAfter: (failures: number) => number;
  #arrive: (code: Code) => void = () => undefined;
  #code?: Code;
  #request?: Promise<Code>;
  #failures = 0;
  #timer?: ReturnType<typeof setTimeout>;

  constructor(load: () => Promise<Code>, retryAfter = delayAfter) {
    this.#load = load;
    this.#retryAfter = retryAfter;
    this.arrival = new Promise((resolve) => (this.#arrive = resolve));
    this.#requestAgain();
  }

  /** Undefined until it is there. */
  get code(): Code | undefined {
    return this.#code;
  }

  /** The request that is underway, or a new one where the last has failed. Rejects as it does. */
  request(): Promise<Code> {
    return (this.#request ??= this.#begin());
  }

  async #begin(): Promise<Code> {
    try {
      const code = await this.#load();
      this.#code = code;
      this.#arrive(code);
      return code;
    } catch (thrown) {
      this.#request = undefined;
      this.#failures++;
      // One, however many have asked meanwhile.
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#requestAgain(), this.#retryAfter(this.#failures));
      throw thrown;
    }
  }

  #requestAgain(): void {
    // Whoever needs it sooner hears of the failure.
    this.request().catch(() => undefined);
  }
}
