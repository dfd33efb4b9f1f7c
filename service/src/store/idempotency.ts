import {randomBytes} from 'node:crypto';
import type {FastifyBaseLogger} from 'fastify';
import type {Deliveries} from '../webhooks/outbox/outbox.js';
import {
  QuotaExceeded,
  type ExpiringStore,
  type Quota,
  type QuotaLimits,
  type Successor,
} from './expiring-store.js';
import {seldom} from '../http/log-seldom.js';
import {overloaded, ProblemError} from '../http/problems.js';

/** Milliseconds for which a key stays taken after the process that works on it has died. */
const MARK_MS = 4_000;
/** Milliseconds between renewals of a mark while the work continues; two renewals may be late. */
const RENEWAL_MS = 1_000;

/** First byte of a stored value. A mark continues with its owner; an answer with a fingerprint and its bytes. */
const IN_FLIGHT = 0;
const ANSWERED = 1;
const FINGERPRINT_SIZE = 32;

export interface IdempotentRequest {
  /** Names the work among all processes that share the store. */
  key: string;
  /** SHA-256 of what is asked for. */
  fingerprint: Uint8Array;
  /** Whose quota the answer counts for. */
  owner: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The answer of a piece of work. */
export interface Made {
  content: Uint8Array;
  /** Stored in the same write as the answer. */
  deliveries?: Deliveries;
}

export interface IdempotentAnswer {
  content: Uint8Array;
  /** True if it was made for an earlier request. */
  isReplayed: boolean;
}

/**
 * Does each piece of work once, and gives every later request with its key the same answer.
 *
 * Possible failures: The key cannot be taken: nothing is made, 503. The work fails: the key is freed; if even that
 * fails, its mark expires. The process dies: its mark expires. The answer cannot be stored: it is sent all the
 * same, because an error would certainly have it made twice; only if the answer is also lost on its way does the
 * next request make another. The mark expires during the work, and another request takes the key: the other answer
 * counts, and this one is dropped.
 */
export class Idempotency {
  readonly #store: ExpiringStore;
  readonly #isToBeLogged = seldom();
  readonly #lifetime: number;
  readonly #renewal: number;
  readonly #limits: QuotaLimits | undefined;

  /**
   * @param lifetime milliseconds for which an answer is stored
   * @param limits of one owner's answers. With them, no answer is deleted before its time; without them, answers
   *   are deleted if room is short
   */
  constructor(
    store: ExpiringStore,
    lifetime: number,
    renewal = RENEWAL_MS,
    limits?: Omit<QuotaLimits, 'lifetime'>,
  ) {
    this.#limits = limits && {...limits, lifetime};
    this.#store = store;
    this.#lifetime = lifetime;
    this.#renewal = renewal;
  }

  /**
   * The stored answer, or the one that `make` makes. An error of `make` is thrown, and not stored.
   *
   * @throws {ProblemError} 409 while another request makes it, 422 if the key was used for something else, 429 if
   *   its owner's quota is used up, 503 if the store cannot be reached
   */
  async once(
    {key, fingerprint, owner, log}: IdempotentRequest,
    make: () => Promise<Made>,
  ): Promise<IdempotentAnswer> {
    const mark = Buffer.concat([Buffer.of(IN_FLIGHT), randomBytes(16)]);
    const quota = this.#limits && {...this.#limits, owner};
    const earlier = await this.#take(key, mark, quota, log);
    if (earlier) return replay(earlier, fingerprint);
    const renewal = setInterval(() => {
      const to = {value: mark, lifetime: MARK_MS, keep: 'held'} as const;
      this.#store.replace(key, mark, to).catch((error: unknown) => {
        log.warn({err: error}, 'An Idempotency-Key could not be held any longer.');
      });
    }, this.#renewal).unref();
    let made: Made;
    try {
      made = await make();
    } catch (error) {
      // Awaited, because a client that corrects its request and sends it again must find the key free.
      await this.#store.remove(key, mark, quota).catch((failure: unknown) => {
        log.warn({err: failure}, 'An Idempotency-Key could not be freed.');
      });
      throw error;
    } finally {
      clearInterval(renewal);
    }
    const {content, deliveries} = made;
    const value = Buffer.concat([Buffer.of(ANSWERED), fingerprint, content]);
    try {
      const to = this.#answer(value, quota, deliveries);
      const other = await this.#keep(key, mark, to);
      if (other) return replay(other, fingerprint);
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      const alsoLost = deliveries ? ' Its webhooks are lost.' : '';
      log.warn({err: error}, `An answer could not be stored for repeated requests.${alsoLost}`);
    }
    return {content, isReplayed: false};
  }

  async #take(
    key: string,
    mark: Uint8Array,
    quota: Quota | undefined,
    log: IdempotentRequest['log'],
  ): Promise<Uint8Array | undefined> {
    try {
      return await this.#store.putIfAbsent(key, mark, MARK_MS, quota);
    } catch (error) {
      if (error instanceof QuotaExceeded) throw quotaUsed(error);
      if (this.#isToBeLogged('store')) {
        log.warn(
          {err: error},
          'Nothing is sealed, as the store takes nothing: is the disk full, or Redis away?',
        );
      }
      throw unreachable(error);
    }
  }

  #answer(
    value: Uint8Array,
    quota: Quota | undefined,
    deliveries: Deliveries | undefined,
  ): Successor {
    return {
      value,
      lifetime: this.#lifetime,
      keep: quota ? 'held' : 'while-room',
      quota,
      ...(deliveries && {deliveries}),
    };
  }

  /**
   * Stores the answer in the mark's place.
   * @returns what another request has stored there meanwhile
   */
  async #keep(key: string, mark: Uint8Array, to: Successor): Promise<Uint8Array | undefined> {
    while (!(await this.#store.replace(key, mark, to))) {
      const other = await this.#store.putIfAbsent(key, mark, MARK_MS);
      if (other) return other;
    }
    return undefined;
  }
}

function replay(stored: Uint8Array, fingerprint: Uint8Array): IdempotentAnswer {
  if (stored[0] !== ANSWERED) throw inFlight();
  const content = stored.subarray(1 + FINGERPRINT_SIZE);
  const before = stored.subarray(1, 1 + FINGERPRINT_SIZE);
  if (!Buffer.from(before).equals(fingerprint)) throw usedForAnother();
  return {content, isReplayed: true};
}

const inFlight = (): ProblemError =>
  new ProblemError(409, 'A request with this Idempotency-Key is still being answered.', {
    headers: {'retry-after': '1'},
  });

/** @param needed bytes of the existing manifest, if only its size differs */
export const usedForAnother = (needed?: number): ProblemError =>
  new ProblemError(422, 'This Idempotency-Key was used for another request.', {
    ...(needed !== undefined && {needed}),
    errors: [{pointer: '', detail: 'differs from what the first request with this key asked for'}],
  });

const RETRY_S = 60;

const quotaUsed = (cause: unknown): ProblemError =>
  new ProblemError(
    429,
    'The answers that are kept for repeated requests of this API key take all the room that one key may have. Nothing was sealed. Try again later, or ask the operator for more (SEALED_CAPTURE_ANSWERS_PER_KEY, SEALED_CAPTURE_ANSWERS_PER_KEY_MIB).',
    {cause, headers: {'retry-after': String(RETRY_S)}},
  );

/** The problem for a store that cannot be reached. */
export const unreachable = (cause: unknown): ProblemError =>
  overloaded('The service cannot reach its store now. Try again in a moment.', cause);
