import type {SealReader} from '../../../core/wiring/elements/inspection.js';

/** `file`: every byte is equal. `picture`: every decoded pixel is. */
export type Likeness = 'file' | 'picture';

/** Bytes of each file that are compared at once. */
const STEP = 4 * 1024 * 1024;

/**
 * What two files have in common, where that is exact; otherwise undefined, and nothing may be said. Rejects if the signal
 * is aborted.
 */
export async function likenessOf(
  files: readonly [Blob, Blob],
  reader: SealReader,
  signal: AbortSignal,
): Promise<Likeness | undefined> {
  try {
    if (await areEqual(files, signal)) return 'file';
    const [first, second] = files;
    const pixels = await reader.pixels?.(first, signal);
    const other = pixels && (await reader.pixels?.(second, signal));
    const isSame =
      other &&
      pixels.width === other.width &&
      pixels.height === other.height &&
      pixels.sha256 === other.sha256;
    return isSame ? 'picture' : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    // A file that cannot be read is like no other.
    return undefined;
  }
}

async function areEqual([first, second]: readonly [Blob, Blob], signal: AbortSignal) {
  if (first.size !== second.size) return false;
  for (let at = 0; at < first.size; at += STEP) {
    const bytes = (file: Blob) => file.slice(at, at + STEP).arrayBuffer();
    const [one, other] = (await Promise.all([bytes(first), bytes(second)])).map(
      (part) => new Uint8Array(part),
    );
    signal.throwIfAborted();
    if (one?.some((byte, index) => byte !== other?.[index])) return false;
  }
  return true;
}
