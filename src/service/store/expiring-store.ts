/**
 * What the service remembers for a while: answers by their Idempotency-Key, and nonces of signed requests. Several
 * services that share one store act as one. Every call rejects with a plain error where the store cannot be
 * reached; who calls it refuses the request then (503), rather than act twice.
 */
export interface ExpiringStore {
  /**
   * Sets the value unless there is one; atomic among all who share the store. It stays until its time.
   *
   * @param lifetime milliseconds after which the value is gone
   * @returns the value that was there already, or undefined where this one was set
   */
  putIfAbsent(key: string, value: Uint8Array, lifetime: number): Promise<Uint8Array | undefined>;
  /**
   * Sets another value where there is still `from`; atomic as well.
   *
   * @returns whether there was
   */
  replace(key: string, from: Uint8Array, to: Successor): Promise<boolean>;
  /** Removes the key where its value is still this one. */
  remove(key: string, value: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** What takes a value's place. */
export interface Successor {
  value: Uint8Array;
  /** Milliseconds from now after which it is gone. */
  lifetime: number;
  /** "held" stays until its time; "while-room" goes earlier where room is short, oldest first. */
  keep: 'held' | 'while-room';
}
