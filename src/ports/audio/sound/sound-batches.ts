import type {Sound, RelayOptions} from '../mp3/messages.js';

/** Combines small pieces of sound into batches: every frame once, none beyond the limit. */
export class SoundBatches {
  readonly #options: RelayOptions;
  readonly #send: (batch: Sound) => void;
  #batch?: Sound;
  /** Frames in the current batch. */
  #filled = 0;
  #taken = 0;
  /** The expected next frame; undefined if any may follow. */
  #next?: number;

  constructor(options: RelayOptions, send: (batch: Sound) => void) {
    this.#options = options;
    this.#send = send;
  }

  get isFull(): boolean {
    return this.#taken >= this.#limit;
  }

  /**
   * @param piece its channels; none while the source is silent
   * @param length in frames
   * @param frame position of the piece in the source's time
   */
  take(piece: readonly Float32Array[], length: number, frame: number): void {
    // Frames that the browser skipped become silence, so that later sound keeps its time.
    const missing = frame - (this.#next ?? frame);
    if (missing > 0) this.#append([], missing);
    this.#append(piece, length);
    this.#next = frame + length;
  }

  /** Sends what is held back, and allows a gap before the next piece. */
  pause(): void {
    this.#next = undefined;
    this.flush();
  }

  /** Sends a batch that is not full yet. */
  flush(): void {
    const batch = this.#batch;
    if (!batch) return;
    const filled = this.#filled;
    this.#batch = undefined;
    this.#filled = 0;
    const {batchLength} = this.#options;
    this.#send(filled === batchLength ? batch : batch.map((samples) => samples.slice(0, filled)));
  }

  get #limit(): number {
    return this.#options.limit ?? Infinity;
  }

  #append(piece: readonly Float32Array[], length: number): void {
    const {batchLength, channels} = this.#options;
    const wanted = Math.min(length, this.#limit - this.#taken);
    for (let from = 0; from < wanted;) {
      this.#batch ??= Array.from({length: channels}, () => new Float32Array(batchLength));
      const to = Math.min(wanted, from + batchLength - this.#filled);
      for (const [channel, samples] of this.#batch.entries()) {
        const source = piece[channel] ?? piece[0];
        if (source) samples.set(source.subarray(from, to), this.#filled);
      }
      this.#filled += to - from;
      this.#taken += to - from;
      from = to;
      if (this.#filled === batchLength) this.flush();
    }
  }
}
