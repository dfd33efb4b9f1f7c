const LONGEST_DELAY_MS = 60_000;

/** Delay in milliseconds before code that failed to load is requested again, after this many failures in a row. */
const delayAfter = (failures: number): number =>
  Math.min(LONGEST_DELAY_MS, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2);

/**
 * Code that is loaded apart from the page's own. It is requested at once, and again with growing delays while
 * loading fails. Firefox caches a failed import until the page is reloaded, so there the retries fail too.
 */
export class LateCode<Code> {
  /** Resolves once the code is loaded; never rejects. */
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

  /** The loaded code; undefined until then. */
  get code(): Code | undefined {
    return this.#code;
  }

  /** Returns the request in flight, or starts a new one if the last failed. Rejects if loading fails. */
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
      // One retry timer, however many callers have asked meanwhile.
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#requestAgain(), this.#retryAfter(this.#failures));
      throw thrown;
    }
  }

  #requestAgain(): void {
    // Callers of `request` get the failure themselves.
    this.request().catch(() => undefined);
  }
}
