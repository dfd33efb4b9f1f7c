/** A random generator with the same numbers in every run: mulberry32. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number in [from, to). */
  between(from: number, to: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (to - from);
  }

  /** A normally distributed number with mean 0 and standard deviation 1. */
  normal(): number {
    return this.between(-1, 1) + this.between(-1, 1) + this.between(-1, 1);
  }

  pick<Item>(items: ArrayLike<Item>): Item {
    return items[Math.floor(this.between(0, items.length))]!;
  }

  /** Replaces each character of the pattern: A by any letter, B by a letter without a similar digit, 0 by a digit. */
  spell(pattern: string): string {
    const kinds: Record<string, string> = {
      A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      B: 'ABCDEFGHJKLMNPRSTVWXYZ',
      '0': '0123456789',
    };
    return pattern.replace(/[AB0]/g, (kind) => this.pick(kinds[kind]!));
  }
}
