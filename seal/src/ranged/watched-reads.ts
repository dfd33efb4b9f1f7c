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

/** Bytes of a file after which what was read of it is collected as garbage. */
const COLLECTED = 64 * 1024 * 1024;
/** Size of an allocation that makes a browser collect garbage. It is never used, so it takes no memory. */
const PRESSURE = 256 * 1024 * 1024;

/**
 * A worker that the engine blocks collects garbage too seldom: Chromium would keep half of the file in memory. A large
 * allocation makes it do so.
 */
function collectGarbage(): number {
  try {
    // The size is used, so that no minifier removes the allocation.
    return new ArrayBuffer(PRESSURE).byteLength;
  } catch {
    // That much is not available. The allocation was attempted, which is enough.
    return PRESSURE;
  }
}

let readSince = 0;
let failure: {cause: unknown} | undefined;
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
      readSince += blob.size;
      if (readSince >= COLLECTED) {
        readSince = collectGarbage() - PRESSURE;
      }
      try {
        return this.#reader.readAsArrayBuffer(blob);
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
