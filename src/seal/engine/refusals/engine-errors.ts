/** The file is not of a media type that seals are read from. */
export class UnsupportedMedia extends Error {
  override readonly name = 'UnsupportedMedia';
}

/** The engine's instance trapped, ran out of memory, or failed as it never should: end its thread, and use it never again. */
export class EngineCrashed extends Error {
  override readonly name = 'EngineCrashed';
}

/** What the engine says where it was given too little memory, and goes on; not in what may be the file's own words. */
const OUT_OF_MEMORY = /^\w+\((InsufficientMemory|IoError\((Kind\(|Custom \{ kind: )?OutOfMemory)/;

/**
 * The engine's error as text, which is what it throws for a file that it cannot read. Throws {@link EngineCrashed} for all
 * else: a trap, memory or stack that could not be had, a bug.
 */
export function engineMessage(thrown: unknown): string {
  if (typeof thrown === 'string' && !OUT_OF_MEMORY.test(thrown)) return thrown;
  throw new EngineCrashed('The engine crashed.', {cause: thrown});
}
