/**
 * Numbers and slots that services with one store count together. A call rejects with a plain error if the store
 * cannot be reached.
 */
export interface Tallies {
  /**
   * Adds to a number, which starts at 0.
   *
   * @param lifetime milliseconds from now after which it starts again
   * @returns the new number
   */
  add(name: string, by: number, lifetime: number): Promise<number>;
  /**
   * Takes one of `most` slots, or renews the holder's own.
   *
   * @param lifetime milliseconds after which the slot is free
   * @returns false if others have all of them
   */
  take(name: string, holder: string, most: number, lifetime: number): Promise<boolean>;
  free(name: string, holder: string): Promise<void>;
}

/** Number of expired entries that are kept before they are removed. */
const MOST_NUMBERS = 10_000;

/** Tallies of this process only. */
export class LocalTallies implements Tallies {
  readonly #numbers = new Map<string, {value: number; until: number}>();
  readonly #slots = new Map<string, Map<string, number>>();
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  add(name: string, by: number, lifetime: number): Promise<number> {
    const now = this.#now();
    if (this.#numbers.size > MOST_NUMBERS) {
      for (const [ended, {until}] of this.#numbers) {
        if (until <= now) this.#numbers.delete(ended);
      }
    }
    const found = this.#numbers.get(name);
    const value = (found && found.until > now ? found.value : 0) + by;
    this.#numbers.set(name, {value, until: now + lifetime});
    return Promise.resolve(value);
  }

  take(name: string, holder: string, most: number, lifetime: number): Promise<boolean> {
    const slots = this.#slots.get(name) ?? new Map<string, number>();
    const isTaken = takeAmong(slots, holder, {most, lifetime, now: this.#now()});
    if (slots.size > 0) this.#slots.set(name, slots);
    return Promise.resolve(isTaken);
  }

  free(name: string, holder: string): Promise<void> {
    const slots = this.#slots.get(name);
    slots?.delete(holder);
    if (slots?.size === 0) this.#slots.delete(name);
    return Promise.resolve();
  }
}

/** Tallies that services share. While the store is unreachable, each service counts for itself. */
export class SharedTallies implements Tallies {
  readonly #shared: Tallies;
  readonly #own = new LocalTallies();

  constructor(shared: Tallies) {
    this.#shared = shared;
  }

  add(name: string, by: number, lifetime: number): Promise<number> {
    return this.#shared.add(name, by, lifetime).catch(() => this.#own.add(name, by, lifetime));
  }

  take(name: string, holder: string, most: number, lifetime: number): Promise<boolean> {
    return this.#shared
      .take(name, holder, most, lifetime)
      .catch(() => this.#own.take(name, holder, most, lifetime));
  }

  async free(name: string, holder: string): Promise<void> {
    await this.#own.free(name, holder);
    // If a slot cannot be freed, it expires.
    await this.#shared.free(name, holder).catch(() => undefined);
  }
}

/** Takes a slot in a map of holders and expiry times, from which expired ones are removed. */
export function takeAmong(
  slots: Map<string, number>,
  holder: string,
  {most, lifetime, now}: {most: number; lifetime: number; now: number},
): boolean {
  for (const [other, until] of slots) if (until <= now) slots.delete(other);
  if (!slots.has(holder) && slots.size >= most) return false;
  slots.set(holder, now + lifetime);
  return true;
}
