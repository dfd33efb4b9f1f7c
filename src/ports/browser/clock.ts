/** Epoch milliseconds by the device's clock. */
export interface Clock {
  now(): number;
}

/** Chance, apart so that tests can decide it. */
export interface Random {
  /** [0, 1) */
  number(): number;
  uuid(): string;
}

export const systemClock: Clock = {now: () => Date.now()};
/** Milliseconds since the page began, which nobody sets. */
export const steadyClock: Clock = {now: () => performance.now()};
export const systemRandom: Random = {
  number: () => Math.random(),
  uuid: () => crypto.randomUUID(),
};
