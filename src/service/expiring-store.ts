/**
 * What the service remembers for a while: answers by their Idempotency-Key, and nonces of signed requests. Several
 * services that share one store act as one. Every call rejects with a plain error where the store cannot be
 * reached; who calls it refuses the request then (503), rather than act twice.
 */
export interface ExpiringStore {
  /**
   * Sets the value unless there is one; atomic among all who share the store.
   *
   * @param lifetime milliseconds after which the value is gone
   * @returns the value that was there already, or undefined where this one was set
   */
  putIfAbsent(key: string, value: Uint8Array, lifetime: number): Promise<Uint8Array | undefined>;
  /** Sets the value, whatever was there. */
  put(key: string, value: Uint8Array, lifetime: number): Promise<void>;
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}
