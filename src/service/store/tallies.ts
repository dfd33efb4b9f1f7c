/**
 * Numbers and slots that services which share a store count together. A call rejects with a plain error if the store
 * cannot be reached.
 */
export interface Tallies {
  /**
   * Adds to a number, which begins with 0.
   *
   * @param lifetime milliseconds from now after which it begins anew
   * @returns the number after that
   */
  add(name: string, by: number, lifetime: number): Promise<number>;
  /**
   * Takes one of `most` slots; a holder that has one keeps it for another lifetime.
   *
   * @param lifetime milliseconds after which the slot is free by itself
   * @returns false where others have them all
   */
  take(name: string, holder: string, most: number, lifetime: number): Promise<boolean>;
  free(name: string, holder: string): Promise<void>;
}

/** How many ended numbers are kept before they are looked for. */
const MOST_NUMBERS = 10_000;

/** Tallies of this process alone. */
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

/** Tallies that services share; while they cannot be reached, each counts for itself. */
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
    // What cannot be freed there ends by itself.
    await this.#shared.free(name, holder).catch(() => undefined);
  }
}

/** Takes a slot of a list of holders and the times until which they have theirs; forgets those whose time is over. */
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
