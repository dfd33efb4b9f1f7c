/** The file's media type cannot carry a seal that this package reads. */
export class UnsupportedMedia extends Error {
  override readonly name = 'UnsupportedMedia';
}

/**
 * The engine's instance trapped, ran out of memory, or failed in another unexpected way. End its thread, and never
 * use the instance again.
 */
export class EngineCrashed extends Error {
  override readonly name = 'EngineCrashed';
}

/** The file was not given to the engine, which could not have found a seal in it. */
export class Unfit extends Error {
  override readonly name = 'Unfit';
}

/** Errors that the engine reports when memory is short and it continues; excludes texts that may come from the file. */
const OUT_OF_MEMORY = /^\w+\((InsufficientMemory|IoError\((Kind\(|Custom \{ kind: )?OutOfMemory)/;

/** What the engine says of a file in which it finds no seal. */
export const NOT_FOUND = 'C2pa(JumbfNotFound)';

/**
 * The engine's error as text, which is what it throws for a file that it cannot read. Throws {@link EngineCrashed}
 * for anything else: a trap, lack of memory or stack, a bug.
 */
export function engineMessage(thrown: unknown): string {
  if (thrown instanceof Unfit) return NOT_FOUND;
  if (typeof thrown === 'string' && !OUT_OF_MEMORY.test(thrown)) return thrown;
  throw new EngineCrashed('The engine crashed.', {cause: thrown});
}
