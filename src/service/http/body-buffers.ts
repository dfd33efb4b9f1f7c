/** Smaller buffers are made anew: the allocator reuses their memory by itself. */
const SMALLEST = 64 * 1024;
/** How much longer than needed a reused buffer may be: an eighth. */
const SLACK = 1.125;

/**
 * Keeps the buffers of answered requests for the bodies that follow. They are shared with the threads: where one ends
 * over a body, another has it still. A new buffer of megabytes is paid for in page
 * faults, and each buffer that is dropped brings the next garbage collection nearer.
 */
export class BodyBuffers {
  readonly #limit: number;
  /** The one that was given back last stands last. */
  readonly #idle: SharedArrayBuffer[] = [];
  #idleBytes = 0;

  /** @param limit bytes to keep */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A buffer of that many bytes or a few more, with any content. */
  take(size: number): SharedArrayBuffer {
    const fits = ({byteLength}: SharedArrayBuffer) =>
      byteLength >= size && byteLength <= size * SLACK;
    const index = this.#idle.findLastIndex(fits);
    const [found] = index < 0 ? [] : this.#idle.splice(index, 1);
    this.#idleBytes -= found?.byteLength ?? 0;
    return found ?? new SharedArrayBuffer(size);
  }

  /** Keeps a buffer that nobody uses any longer, in place of those that were not needed for the longest time. */
  giveBack(buffer: SharedArrayBuffer): void {
    if (buffer.byteLength < SMALLEST) return;
    this.#idle.push(buffer);
    this.#idleBytes += buffer.byteLength;
    while (this.#idleBytes > this.#limit) this.#idleBytes -= this.#idle.shift()?.byteLength ?? 0;
  }
}
