import type {Environment} from '../../environment.js';
import {BodyBuffers} from './body-buffers.js';
import {overloaded} from '../problems.js';

/** Bytes of unused buffers that are kept for later bodies, in addition to the claimed ones. */
const IDLE_BUFFERS = 32 * 1024 * 1024;
/** Share of the whole that the sandbox may use, so that live requests always find the rest. */
const SANDBOX_PART = 3 / 4;
/** Share of the room left by other keys that one key may use. */
const KEY_PART = 3 / 4;

/** Requests of one owner share one part of the budget. */
export interface Owner {
  /** Id of the API key, or the client's address if there is none. */
  key: string;
  environment: Environment;
}

const NOBODY: Owner = {key: '', environment: 'live'};

/**
 * Limits the memory of all request bodies together. A body claims its share before it is read, and a client that
 * finds none left is told to retry, so that many large bodies never exhaust memory.
 *
 * No API key can use it all: beyond its first body, a key may use three quarters of what the other keys leave, and
 * the sandbox three quarters of the whole.
 */
export class BodyBudget {
  readonly #limit: number;
  /** Buffers for the bodies. A request returns its buffer once it is answered. */
  readonly buffers = new BodyBuffers(IDLE_BUFFERS);
  #claimed = 0;
  #sandbox = 0;
  /** Claimed bytes by environment and key. */
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
   * Claims this many bytes. Release the claim once.
   * @throws {ProblemError} 503 if too little is left; a single body always fits
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
   * Claims more bytes. Only the claimant changes its share.
   * @throws {ProblemError} 503 if too little is left; the share then stays as it was
   */
  add(bytes: number): void {
    // Data of a body that was given up may still arrive.
    if (this.#isReleased) throw new Error('The claim was released.');
    this.#resize(this.#bytes + bytes);
  }

  /**
   * Claims bytes, and returns a buffer for them with arbitrary content.
   * @throws {ProblemError} 503
   */
  take(bytes: number): Uint8Array<SharedArrayBuffer> {
    this.add(bytes);
    return new Uint8Array(this.#buffers.take(bytes), 0, bytes);
  }

  /** Returns what {@link take} gave. */
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
