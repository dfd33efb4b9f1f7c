/** Epoch milliseconds by the device's clock. */
export interface Clock {
  now(): number;
}

/** Random numbers, as a port so that tests can set them. */
export interface Random {
  /** Returns a number in [0, 1). */
  number(): number;
  uuid(): string;
}

export const systemClock: Clock = {now: () => Date.now()};
/** Milliseconds since the page began; monotonic. */
export const steadyClock: Clock = {now: () => performance.now()};
export const systemRandom: Random = {
  number: () => Math.random(),
  uuid: () => crypto.randomUUID(),
};
