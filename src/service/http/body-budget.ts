import {overloaded, ProblemError} from './problems.js';

/** Slowest acceptable upload, bytes per second, once {@link GRACE_MS} have passed. */
const SLOWEST = 16 * 1024;
const GRACE_MS = 10_000;

/**
 * Memory that request bodies may take together. A body claims its share before it is read, and a client
 * that finds none left is told to come back, so that many large bodies at once never exhaust memory.
 */
export class BodyBudget {
  readonly #limit: number;
  #claimed = 0;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes that are claimed now. */
  get claimed(): number {
    return this.#claimed;
  }

  /**
   * A claim of that many bytes, to be released once.
   * @throws {ProblemError} 503 where the others leave too little; a single body always fits
   */
  claim(bytes: number): BodyClaim {
    const claim = new BodyClaim((from, to) => {
      const others = this.#claimed - from;
      if (to > from && others > 0 && others + to > this.#limit) {
        throw overloaded('The service holds as many uploads as it can. Try again in a moment.');
      }
      this.#claimed = others + to;
    });
    claim.add(bytes);
    return claim;
  }
}

/** One body's share of the budget. */
export class BodyClaim {
  readonly #change: (from: number, to: number) => void;
  #bytes = 0;

  constructor(change: (from: number, to: number) => void) {
    this.#change = change;
  }

  /**
   * Claims so many bytes more. Shares only ever change by what their claimant itself adds or gives back.
   * @throws {ProblemError} 503 where the others leave too little; the share then stays as it was
   */
  add(bytes: number): void {
    this.#resize(this.#bytes + bytes);
  }

  /** Gives back so many of the bytes that were added. */
  giveBack(bytes: number): void {
    this.#resize(this.#bytes - bytes);
  }

  release(): void {
    this.#resize(0);
  }

  #resize(bytes: number): void {
    this.#change(this.#bytes, bytes);
    this.#bytes = bytes;
  }
}

/**
 * Watches that a body arrives at a useful speed: whoever sends a byte now and then would otherwise hold
 * a share of the budget for as long as they like.
 */
export class Pace {
  readonly #start = performance.now();
  #received = 0;

  /** @throws {ProblemError} 408 */
  received(bytes: number): void {
    this.#received += bytes;
    const elapsed = performance.now() - this.#start;
    if (elapsed > GRACE_MS && this.#received < (SLOWEST * elapsed) / 1000) {
      throw new ProblemError(408, 'The body arrives too slowly.');
    }
  }
}
