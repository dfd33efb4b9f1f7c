import {readSync} from 'node:fs';

/** A Blob whose bytes can be read at once. The engine reads files only through Blob. */
export abstract class SyncBlob extends Blob {
  declare readonly size: number;

  constructor(size: number, type = '') {
    super([], {type});
    // Node's types allow no accessor in place of this field.
    Object.defineProperty(this, 'size', {value: size});
  }

  /** A copy of the bytes. */
  abstract toArrayBuffer(): ArrayBuffer;

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.toArrayBuffer());
  }
}

/** A Blob over bytes in memory, sliced without copying. */
export class BytesBlob extends SyncBlob {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, type: string) {
    super(bytes.length, type);
    this.#bytes = bytes;
  }

  override slice(start = 0, end = this.size, type = this.type): Blob {
    return new BytesBlob(this.#bytes.subarray(start, end), type);
  }

  toArrayBuffer(): ArrayBuffer {
    return Uint8Array.from(this.#bytes).buffer;
  }
}

/** A Blob over an open file, of which only slices are read. Throws if the file has become shorter since. */
export class FileBlob extends SyncBlob {
  readonly #fd: number;
  readonly #start: number;
  readonly #end: number;

  /** @param fd file descriptor, which stays open while the Blob is used */
  constructor(fd: number, end: number, start = 0) {
    super(Math.max(0, end - start));
    this.#fd = fd;
    this.#start = start;
    this.#end = Math.max(start, end);
  }

  override slice(start = 0, end = this.size): Blob {
    const last = Math.min(this.#end, this.#start + end);
    return new FileBlob(this.#fd, last, Math.min(this.#end, this.#start + start));
  }

  toArrayBuffer(): ArrayBuffer {
    const bytes = new Uint8Array(this.size);
    let length = 0;
    while (length < bytes.length) {
      const at = this.#start + length;
      const read = readSync(this.#fd, bytes, length, bytes.length - length, at);
      if (read === 0) throw new RangeError('The file has become shorter.');
      length += read;
    }
    return bytes.buffer;
  }
}

/** The part of the browser's FileReaderSync that the engine uses and Node lacks. */
class SyncReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer {
    if (!(blob instanceof SyncBlob)) throw new TypeError('Only blobs of bytes and files are read.');
    return blob.toArrayBuffer();
  }
}

/** Defines FileReaderSync in a thread that has none, so that the engine can read Blobs in Node. */
export function provideFileReaderSync(): void {
  if ('FileReaderSync' in globalThis) return;
  Object.defineProperty(globalThis, 'FileReaderSync', {value: SyncReader, configurable: true});
}
