/** Milliseconds until code that could not be loaded is requested again. */
const RETRY_MS = 5_000;

/** Code that is requested at once, apart from the page's own; as long as it cannot be loaded, it is requested again. */
export class LateCode<Code> {
  /** Resolves once it is there; never rejects. */
  readonly arrival: Promise<Code>;
  readonly #load: () => Promise<Code>;
  readonly #retryAfter: number;
  #arrive: (code: Code) => void = () => undefined;
  #code?: Code;
  #request?: Promise<Code>;

  constructor(load: () => Promise<Code>, retryAfter = RETRY_MS) {
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
      setTimeout(() => this.#requestAgain(), this.#retryAfter);
      throw thrown;
    }
  }

  #requestAgain(): void {
    // Whoever needs it sooner hears of the failure.
    this.request().catch(() => undefined);
  }
}

/** Resolves to code that is requested at once, apart from the page's own. Never rejects. */
export const loadedLate = <Code>(load: () => Promise<Code>, retryAfter?: number): Promise<Code> =>
  new LateCode(load, retryAfter).arrival;
