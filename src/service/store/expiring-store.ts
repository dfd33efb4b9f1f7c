import type {Deliveries, Outbox} from '../webhooks/outbox.js';

/**
 * What the service remembers for a while: answers by their Idempotency-Key, and nonces of signed requests. Services
 * that share a store act as one. A call rejects with a plain error if the store cannot be reached; the caller then
 * refuses the request (503), rather than act twice.
 */
export interface ExpiringStore {
  /**
   * Stores the value unless the key has one, atomically among all that share the store. It stays until its time.
   *
   * @param lifetime milliseconds after which the value is gone
   * @param quota of the value's owner; by default the value is nobody's, and counts nowhere
   * @returns the value that was there already, or undefined if this one was stored
   * @throws {QuotaExceeded} where it is not there yet, and its owner has as much as the quota allows
   */
  putIfAbsent(
    key: string,
    value: Uint8Array,
    lifetime: number,
    quota?: Quota,
  ): Promise<Uint8Array | undefined>;
  /**
   * Stores another value if the present one is `from`, atomically as well.
   *
   * @returns whether it was
   */
  replace(key: string, from: Uint8Array, to: Successor): Promise<boolean>;
  /** Removes the key if its value is this one. */
  remove(key: string, value: Uint8Array, quota?: Quota): Promise<void>;
  close(): Promise<void>;
}

/** A store of answers, which also keeps what webhooks are to deliver. */
export interface AnswerStore extends ExpiringStore {
  readonly outbox: Outbox;
}

/** A store whose values may also stay for good: with a lifetime of Infinity. */
export interface LastingStore extends ExpiringStore {
  get(key: string): Promise<Uint8Array | undefined>;
}

/** What takes a value's place. */
export interface Successor {
  value: Uint8Array;
  /** Milliseconds from now after which it is gone. */
  lifetime: number;
  /** "held" stays until its time; "while-room" goes earlier where room is short, oldest first. */
  keep: 'held' | 'while-room';
  /** Of the value's owner, as it was put with. */
  quota?: Quota;
  /** Stored in the same write, by an {@link AnswerStore}. */
  deliveries?: Deliveries;
}

export interface QuotaLimits {
  /** Most values of one owner. */
  entries: number;
  /** Most bytes of them. */
  bytes: number;
  /** Bytes of all owners together, above which no owner may have more than its equal part; in a file alone. */
  total: number;
  /** How long values stay, in milliseconds. */
  lifetime: number;
}

/** What the values of one owner may take together. */
export interface Quota extends QuotaLimits {
  /** The values' keys begin with it and a colon; what follows is a UUID. */
  owner: string;
}

/** The owner of a new value has as much as its quota allows. */
export class QuotaExceeded extends Error {
  override readonly name = 'QuotaExceeded';
}
