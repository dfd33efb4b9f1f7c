import type {Deliveries, Outbox} from '../webhooks/outbox/outbox.js';

/**
 * Stores values for a limited time: answers by their Idempotency-Key, and nonces of signed requests. Services that
 * share a store act as one. A call rejects with a plain error if the store cannot be reached; the caller then
 * refuses the request (503), rather than act twice.
 */
export interface ExpiringStore {
  /**
   * Stores the value unless the key has one, atomically among all processes that share the store. It stays until
   * its time.
   *
   * @param lifetime milliseconds after which the value is deleted
   * @param quota of the value's owner; without it the value counts for nobody
   * @returns the existing value, or undefined if this one was stored
   * @throws {QuotaExceeded} if it does not exist yet, and its owner has used up the quota
   */
  putIfAbsent(
    key: string,
    value: Uint8Array,
    lifetime: number,
    quota?: Quota,
  ): Promise<Uint8Array | undefined>;
  /**
   * Replaces the value if it is `from`, atomically.
   *
   * @returns whether it was
   */
  replace(key: string, from: Uint8Array, to: Successor): Promise<boolean>;
  /** Deletes the key if its value is this one. */
  remove(key: string, value: Uint8Array, quota?: Quota): Promise<void>;
  close(): Promise<void>;
}

/** A store of answers, which also stores webhook deliveries. */
export interface AnswerStore extends ExpiringStore {
  readonly outbox: Outbox;
}

/** A store whose values may also be permanent, with a lifetime of Infinity. */
export interface LastingStore extends ExpiringStore {
  get(key: string): Promise<Uint8Array | undefined>;
}

/** The value that replaces another. */
export interface Successor {
  value: Uint8Array;
  /** Milliseconds from now after which it is deleted. */
  lifetime: number;
  /** "held" stays until its time; "while-room" is deleted earlier if room is short, oldest first. */
  keep: 'held' | 'while-room';
  /** The quota that the value was stored with. */
  quota?: Quota;
  /** Stored in the same write, by an {@link AnswerStore}. */
  deliveries?: Deliveries;
}

export interface QuotaLimits {
  /** Most values of one owner. */
  entries: number;
  /** Most bytes of one owner's values. */
  bytes: number;
  /** Total bytes above which no owner may have more than its equal share; in a file only. */
  total: number;
  /** How long values stay, in milliseconds. */
  lifetime: number;
}

/** Limits the values of one owner. */
export interface Quota extends QuotaLimits {
  /** The values' keys consist of this, a colon and a UUID. */
  owner: string;
}

/** The owner of a new value has used up its quota. */
export class QuotaExceeded extends Error {
  override readonly name = 'QuotaExceeded';
}
