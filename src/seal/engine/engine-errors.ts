/** The file is not of a media type that seals are read from. */
export class UnsupportedMedia extends Error {
  override readonly name = 'UnsupportedMedia';
}

/** The engine's instance trapped (out of its memory, or a bug) and must not be used again: end its thread. */
export class EngineCrashed extends Error {
  override readonly name = 'EngineCrashed';
}

/**
 * A trap, or memory or stack that could not be had, which Firefox calls an InternalError; an error that the engine
 * reports is a string or another Error.
 */
const isTrap = (thrown: unknown): boolean =>
  thrown instanceof WebAssembly.RuntimeError ||
  thrown instanceof RangeError ||
  (thrown instanceof Error && thrown.name === 'InternalError');

/** The engine's error as text; throws {@link EngineCrashed} for a trap. */
export function engineMessage(thrown: unknown): string {
  if (isTrap(thrown)) throw new EngineCrashed('The engine crashed.', {cause: thrown});
  if (typeof thrown === 'string') return thrown;
  return thrown instanceof Error ? thrown.message : String(thrown);
}
