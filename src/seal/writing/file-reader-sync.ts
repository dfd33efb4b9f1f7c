/** A Blob over bytes in memory, sliced without copying. The engine reads files only through Blob. */
export class BytesBlob extends Blob {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, type: string) {
    super([], {type});
    this.#bytes = bytes;
  }

  override get size(): number {
    return this.#bytes.length;
  }

  override slice(start = 0, end = this.size, type = this.type): Blob {
    return new BytesBlob(this.#bytes.subarray(start, end), type);
  }

  /** A copy of the bytes. */
  toArrayBuffer(): ArrayBuffer {
    return Uint8Array.from(this.#bytes).buffer;
  }
}

/** The part of the browser's FileReaderSync that the engine uses and Node lacks. */
class BytesReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer {
    if (!(blob instanceof BytesBlob)) throw new TypeError('Only blobs of bytes are read here.');
    return blob.toArrayBuffer();
  }
}

/** Defines FileReaderSync in a thread that has none, so that the engine can seal in Node. */
export function provideFileReaderSync(): void {
  if ('FileReaderSync' in globalThis) return;
  Object.defineProperty(globalThis, 'FileReaderSync', {value: BytesReader, configurable: true});
}
