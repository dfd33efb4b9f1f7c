/** A file could not be read: it was moved, changed or deleted meanwhile, or its disk failed. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable';
}

interface Reader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

interface Scope {
  FileReaderSync: new () => Reader;
}

/** ES2024; some browsers have it. */
interface Detachable extends ArrayBuffer {
  transfer?: (length: number) => ArrayBuffer;
}

let failure: {cause: unknown} | undefined;
/** What the engine got last. It has copied it, once it asks for more. */
let last: Detachable | undefined;
let isWatched = false;

/** The engine creates its readers from this thread's global. */
function watch(): void {
  if (isWatched) return;
  isWatched = true;
  const scope = globalThis as unknown as Scope;
  const {FileReaderSync} = scope;
  class WatchedReader {
    readonly #reader = new FileReaderSync();

    readAsArrayBuffer(blob: Blob): ArrayBuffer {
      // Frees its memory at once: a blocked worker collects it late, and a large file needs many.
      last?.transfer?.(0);
      last = undefined;
      try {
        return (last = this.#reader.readAsArrayBuffer(blob));
      } catch (cause) {
        failure = {cause};
        throw cause;
      }
    }
  }
  Object.defineProperty(scope, 'FileReaderSync', {value: WatchedReader, configurable: true});
}

/**
 * Runs work of the engine that reads a Blob. Rejects with {@link FileUnreadable} if any part of it could not be read:
 * the engine would call such a file changed.
 */
export async function watchedReads<T>(work: () => Promise<T>): Promise<T> {
  watch();
  failure = undefined;
  let result: T;
  try {
    result = await work();
  } catch (thrown) {
    throw unreadable() ?? thrown;
  }
  const found = unreadable();
  if (found) throw found;
  return result;
}

function unreadable(): FileUnreadable | undefined {
  return failure && new FileUnreadable('The file cannot be read.', failure);
}
