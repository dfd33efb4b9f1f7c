import {type ByteRange} from '../byte-range.js';

/**
 * Reads a file part by part: yields the range that it needs next, and gets those bytes, which end where the file does.
 * So the same code reads a file in memory, and one that is too large for it.
 */
export type Look<T> = Generator<ByteRange, T, Uint8Array>;

/** Bytes that are searched at once. */
const WINDOW = 1024 * 1024;
/** Bytes that two windows share: more than `test` looks at. */
const SHARED = 1024;

/** True if `test` finds something in this range. */
export function* someIn(
  {start, end}: ByteRange,
  test: (bytes: Uint8Array) => boolean,
): Look<boolean> {
  for (let at = start; at < end; at += WINDOW) {
    if (test(yield {start: at, end: Math.min(end, at + WINDOW + SHARED)})) return true;
  }
  return false;
}

export function lookInMemory<T>(file: Uint8Array, look: Look<T>): T {
  let step = look.next();
  while (!step.done) step = look.next(file.subarray(step.value.start, step.value.end));
  return step.value;
}

/** Bytes that are read at once, even if fewer are needed. */
const LEAST_READ = 4096;
/** Most bytes of a part. */
const MOST_READ = 32 * 1024 * 1024;
/** More than any program's file needs. A hostile file could have so many parts that reading them took minutes. */
const MOST_READS = 100_000;

/** The same for a file that is not in memory. Undefined if it has too many parts. Rejects if it cannot be read. */
export async function lookInBlob<T>(file: Blob, look: Look<T>): Promise<T | undefined> {
  let from = 0;
  let bytes = new Uint8Array(0);
  let step = look.next();
  for (let reads = 0; !step.done;) {
    const {start} = step.value;
    const end = Math.max(start, Math.min(step.value.end, file.size, start + MOST_READ));
    if (end > start && (start < from || end > from + bytes.length)) {
      if (++reads > MOST_READS) return undefined;
      from = start;
      bytes = new Uint8Array(
        await file.slice(start, Math.max(end, start + LEAST_READ)).arrayBuffer(),
      );
    }
    step = look.next(end > start ? bytes.subarray(start - from, end - from) : new Uint8Array(0));
  }
  return step.value;
}
