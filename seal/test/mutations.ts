/** The number of changes in a test, and the seed: a few with a fixed seed, or those that `npm run fuzz` sets. */
export const changesOf = (usual: {changes: number; seed: number}): typeof usual => ({
  changes: usual.changes * Number(process.env.FUZZ_TIMES ?? 1),
  seed: Number(process.env.FUZZ_SEED ?? usual.seed),
});

/** A small random generator with a seed, so that a failing mutation can be reproduced (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof randomFrom>;

const part = (file: Uint8Array, random: Random, longest: number) => {
  const start = random(file.length);
  return file.subarray(start, start + 1 + random(longest));
};

function flip(file: Uint8Array, random: Random): Uint8Array {
  const changed = Uint8Array.from(file);
  for (let bits = 1 + random(4); bits > 0; bits--) {
    const at = random(file.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
  }
  return changed;
}

function cut(file: Uint8Array, random: Random): Uint8Array {
  const start = random(file.length);
  const end = random(2) ? file.length : start + 1 + random(64);
  return Buffer.concat([file.subarray(0, start), file.subarray(end)]);
}

const append = (file: Uint8Array, random: Random, other: Uint8Array): Uint8Array =>
  Buffer.concat([file, part(random(2) ? file : other, random, 2_000)]);

/** Overwrites bytes of the file, or inserts bytes, with a part of this or of another sealed file. */
function splice(file: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  const at = random(file.length);
  const inserted = part(random(2) ? file : other, random, 4_000);
  const end = random(2) ? at : at + inserted.length;
  return Buffer.concat([file.subarray(0, at), inserted, file.subarray(end)]);
}

export const mutations = {flip, cut, append, splice};
export type MutationName = keyof typeof mutations;
export const mutationNames = Object.keys(mutations) as MutationName[];
