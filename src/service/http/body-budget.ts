import type {Environment} from '../environment.js';
import {BodyBuffers} from './body-buffers.js';
import {overloaded} from './problems.js';

/** Bytes of buffers that wait for the next bodies, beside those that are claimed. */
const IDLE_BUFFERS = 32 * 1024 * 1024;
/** What the sandbox may take of the whole: live requests always find the rest. */
const SANDBOX_PART = 3 / 4;
/** What one key may take of the room that the other keys leave. */
const KEY_PART = 3 / 4;

/** Whose requests share one part of what the service has. */
export interface Owner {
  /** Id of the API key; the client's address where there is none. */
  key: string;
  environment: Environment;
}

const NOBODY: Owner = {key: '', environment: 'live'};

/**
 * Memory that request bodies may take together. A body claims its share before it is read, and a client
 * that finds none left is told to come back, so that many large bodies at once never exhaust memory.
 *
 * No API key takes it all: beside its first body, a key has three quarters of what the other keys leave, and the
 * sandbox three quarters of the whole.
 */
export class BodyBudget {
  readonly #limit: number;
  /** For the bodies. A request gives its buffer back once it is answered. */
  readonly buffers = new BodyBuffers(IDLE_BUFFERS);
  #claimed = 0;
  #sandbox = 0;
  /** Bytes by environment and key. */
  readonly #byOwner = new Map<string, number>();

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
  claim(bytes: number, owner: Owner = NOBODY): BodyClaim {
    const claim = new BodyClaim(this.buffers, (from, to) => {
      if (to > from) this.#refuseSurplus(owner, from, to);
      this.#add(owner, to - from);
    });
    claim.add(bytes);
    return claim;
  }

  #refuseSurplus(owner: Owner, from: number, to: number): void {
    const isSandbox = owner.environment === 'sandbox';
    const own = this.#byOwner.get(nameOf(owner)) ?? 0;
    const rival = (isSandbox ? this.#sandbox : this.#claimed) - own;
    const part = isSandbox ? this.#limit * SANDBOX_PART : this.#limit;
    const isFirst = own === from;
    const isAlone = this.#claimed === from;
    if (!isAlone && this.#claimed - from + to > this.#limit) throw full();
    if (!(isFirst && rival === 0) && rival + own - from + to > part) throw full();
    if (!isFirst && own - from + to > (part - rival) * KEY_PART) {
      throw overloaded(
        'The uploads that this API key has under way take all of its share. Try again in a moment.',
      );
    }
  }

  #add(owner: Owner, bytes: number): void {
    this.#claimed += bytes;
    if (owner.environment === 'sandbox') this.#sandbox += bytes;
    const name = nameOf(owner);
    const own = (this.#byOwner.get(name) ?? 0) + bytes;
    if (own === 0) this.#byOwner.delete(name);
    else this.#byOwner.set(name, own);
  }
}

const nameOf = ({environment, key}: Owner): string => `${environment} ${key}`;

const full = () =>
  overloaded('The service holds as many uploads as it can. Try again in a moment.');

/** One body's share of the budget. */
export class BodyClaim {
  readonly #buffers: BodyBuffers;
  readonly #change: (from: number, to: number) => void;
  #bytes = 0;
  #isReleased = false;

  constructor(buffers: BodyBuffers, change: (from: number, to: number) => void) {
    this.#buffers = buffers;
    this.#change = change;
  }

  /**
   * Claims so many bytes more. Shares only ever change by what their claimant itself adds or gives back.
   * @throws {ProblemError} 503 where the others leave too little; the share then stays as it was
   */
  add(bytes: number): void {
    // A body that was given up may go on arriving.
    if (this.#isReleased) throw new Error('The claim was released.');
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
    this.#isReleased = true;
    this.#resize(0);
  }

  #resize(bytes: number): void {
    this.#change(this.#bytes, bytes);
    this.#bytes = bytes;
  }
}
