/**
 * Bytes that the engine gets at once. It asks for up to 256 MiB, and would hold each answer three times; to a shorter
 * answer it asks again.
 */
const LARGEST_SLICE = 1024 * 1024;

/** A file for the engine, which reads it slice by slice. */
export class RangedBlob extends Blob {
  declare readonly size: number;
  readonly #file: Blob;
  readonly #onRead?: (bytes: number) => void;

  /** @param onRead called with the number of bytes of each slice */
  constructor(file: Blob, onRead?: (bytes: number) => void) {
    super([]);
    this.#file = file;
    this.#onRead = onRead;
    // Node's types allow no accessor in place of this field.
    Object.defineProperty(this, 'size', {value: file.size});
  }

  override slice(start = 0, end = this.size): Blob {
    const slice = this.#file.slice(start, Math.min(end, start + LARGEST_SLICE));
    this.#onRead?.(slice.size);
    return slice;
  }
}
