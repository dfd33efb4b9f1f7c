import {BodyBuffers} from './body-buffers.js';
import {overloaded, ProblemError} from './problems.js';

/** Slowest acceptable upload, bytes per second, once {@link GRACE_MS} have passed. */
const SLOWEST = 16 * 1024;
const GRACE_MS = 10_000;

/** Bytes of buffers that wait for the next bodies, beside those that are claimed. */
const IDLE_BUFFERS = 32 * 1024 * 1024;

/**
 * Memory that request bodies may take together. A body claims its share before it is read, and a client
 * that finds none left is told to come back, so that many large bodies at once never exhaust memory.
 */
export class BodyBudget {
  readonly #limit: number;
  /** For the bodies. A request gives its buffer back once it is answered. */
  readonly buffers = new BodyBuffers(IDLE_BUFFERS);
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
    const claim = new BodyClaim(this.buffers, (from, to) => {
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
  readonly #buffers: BodyBuffers;
  readonly #change: (from: number, to: number) => void;
  #bytes = 0;

  constructor(buffers: BodyBuffers, change: (from: number, to: number) => void) {
    this.#buffers = buffers;
    this.#change = change;
  }

  /**
   * Claims so many bytes more. Shares only ever change by what their claimant itself adds or gives back.
   * @throws {ProblemError} 503 where the others leave too little; the share then stays as it was
   */
  add(bytes: number): void {
    this.#resize(this.#bytes + bytes);
  }

  /**
   * Adds so many bytes, and returns a buffer for them with any content.
   * @throws {ProblemError} 503
   */
  take(bytes: number): Uint8Array<SharedArrayBuffer> {
    this.add(bytes);
    return new Uint8Array(this.#buffers.take(bytes), 0, bytes);
  }

  /** Gives back what {@link take} returned. */
  giveBack({buffer, length}: Uint8Array<SharedArrayBuffer>): void {
    this.#resize(this.#bytes - length);
    this.#buffers.giveBack(buffer);
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
