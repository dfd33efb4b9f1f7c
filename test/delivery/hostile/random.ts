/** Numbers that are the same for the same seed (mulberry32). */
export interface Random {
  /** 0 to 1. */
  next(): number;
  /** One of the values. */
  of<T>(values: readonly T[]): T;
}

export function seeded(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    of: (values) => {
      const value = values[Math.floor(next() * values.length)];
      if (value === undefined) throw new Error('There is nothing to choose from.');
      return value;
    },
  };
}

/** Numbers for each name: the same for the same seed and name, in whatever order the names come. */
export function seededByName(seed: number): (name: string) => Random {
  const streams = new Map<string, Random>();
  return (name) => {
    const known = streams.get(name) ?? seeded(seed ^ hashOf(name));
    streams.set(name, known);
    return known;
  };
}

/** FNV-1a. */
const hashOf = (name: string): number =>
  [...name].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 16_777_619), -1);
