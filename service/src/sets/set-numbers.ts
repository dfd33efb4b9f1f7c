import type {FastifyBaseLogger} from 'fastify';
import {
  MOST_IN_SET,
  type NumberedSeal,
  type VouchedSet,
} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Statement} from '@sealed-capture/seal/writing/assertions.js';
import type {Environment} from '../environment.js';
import {seldom} from '../http/log-seldom.js';
import {ProblemError} from '../http/problems.js';
import type {LastingStore} from '../store/expiring-store.js';
import {unreachable} from '../store/idempotency.js';
import {
  newSet,
  nextIn,
  parseState,
  serializeState,
  withSeal,
  type NewInSet,
  type SetState,
} from './set-state.js';

/** Milliseconds from the last seal of a set for which its numbers are kept. */
const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;
/** The last numbers of a set are only for closing records, so that a full set can be closed. */
const FOR_CLOSING = 10;

/** Names a set: no API key continues the set of another. */
export interface SetOwner {
  environment: Environment;
  keyId: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** A seal that was made for a place in a set. */
export interface MadeForSet {
  /** What the seal says of its number; undefined if it says nothing. */
  numbered?: NumberedSeal | undefined;
}

/**
 * Numbers the seals of sets, without gaps and none twice, also if several processes share the store.
 *
 * Possible failures: The process dies, or the answer is lost, after a seal got its number: the repeated request gets the
 * next one, which says that it is of the same capture (`again`). Another process was faster: this seal is dropped, and made
 * again with the next number. The store cannot be reached: 503, and nothing is sent.
 */
export class SetNumbers {
  readonly #store: LastingStore;
  readonly #lifetime: number;
  readonly #isToBeLogged = seldom();
  /** The last request of each set that has any under way. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** @param lifetime milliseconds from the last seal of a set for which its numbers are kept */
  constructor(store: LastingStore, lifetime = LIFETIME_MS) {
    this.#store = store;
    this.#lifetime = lifetime;
  }

  /**
   * Makes the next seal of a set. The seals of one set are made one after another: each contains the hash of the one
   * before.
   *
   * @param make makes the seal; called again if another process was faster
   * @throws {ProblemError} 400 if the set is full; 503 if the store cannot be reached; also what `make` throws
   */
  async next<Made extends MadeForSet>(
    {environment, keyId, log}: SetOwner,
    capture: NewInSet,
    make: (set: Statement['set']) => Promise<Made>,
  ): Promise<Made & {vouched: VouchedSet}> {
    const key = `set:${environment}:${keyId}:${capture.request.id.toLowerCase()}`;
    const before = this.#last.get(key);
    const work = async () => {
      await before?.catch(() => undefined);
      return this.#number(key, capture, make, log);
    };
    const turn = work();
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }

  async #number<Made extends MadeForSet>(
    key: string,
    capture: NewInSet,
    make: (set: Statement['set']) => Promise<Made>,
    log: SetOwner['log'],
  ): Promise<Made & {vouched: VouchedSet}> {
    const {id: _, ...told} = capture.request;
    for (;;) {
      const from = await this.#reached(log, () => this.#store.get(key));
      const state = stateIn(from, log);
      checkRoom(state, capture);
      const vouched = nextIn(state, capture);
      const made = await make({vouched, told});
      if (made.numbered?.index !== vouched.index) {
        throw new TypeError('The seal does not say which number of its set it has.');
      }
      const value = serializeState(withSeal(state, made.numbered));
      if (await this.#reached(log, () => this.#swap(key, from, value))) return {...made, vouched};
    }
  }

  /** @returns whether the state was still the one that the seal was made from */
  async #swap(key: string, from: Uint8Array | undefined, value: Uint8Array): Promise<boolean> {
    const lifetime = this.#lifetime;
    return from
      ? this.#store.replace(key, from, {value, lifetime, keep: 'held'})
      : (await this.#store.putIfAbsent(key, value, lifetime)) === undefined;
  }

  async #reached<T>(log: SetOwner['log'], call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (this.#isToBeLogged('store')) {
        log.warn(
          {err: error},
          'The store of sets does not work, so no capture of a set is sealed.',
        );
      }
      throw unreachable(error);
    }
  }
}

/** The state of a set. One that cannot be read is replaced by that of a new set, so that captures can be sealed. */
function stateIn(stored: Uint8Array | undefined, log: SetOwner['log']): SetState {
  if (!stored) return newSet();
  try {
    return parseState(stored);
  } catch (error) {
    log.warn({err: error}, 'The state of a set cannot be read, so a new set begins.');
    return newSet();
  }
}

/** @throws {ProblemError} */
function checkRoom({seals: {length}}: SetState, {request: {closing}}: NewInSet): void {
  if (length < (closing ? MOST_IN_SET : MOST_IN_SET - FOR_CLOSING)) return;
  const detail = closing
    ? `The set has ${length} seals, and cannot have more.`
    : `The set has ${length} seals. Only a closing record may be added; further captures need a set of their own.`;
  throw new ProblemError(400, detail, {errors: [{pointer: '/set/id', detail}]});
}
