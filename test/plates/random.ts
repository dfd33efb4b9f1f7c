/** Numbers that come out the same in every run: mulberry32. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** In [from, to). */
  between(from: number, to: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return from + (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * (to - from);
  }

  /** About 0, of the standard deviation 1. */
  normal(): number {
    return this.between(-1, 1) + this.between(-1, 1) + this.between(-1, 1);
  }

  pick<Item>(items: ArrayLike<Item>): Item {
    return items[Math.floor(this.between(0, items.length))]!;
  }

  /** One character for each of the pattern's: A any letter, B one that is no look-alike, 0 a digit. */
  spell(pattern: string): string {
    const kinds: Record<string, string> = {
      A: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      B: 'ABCDEFGHJKLMNPRSTVWXYZ',
      '0': '0123456789',
    };
    return pattern.replace(/[AB0]/g, (kind) => this.pick(kinds[kind]!));
  }
}
