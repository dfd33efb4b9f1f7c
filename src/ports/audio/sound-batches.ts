import type {Sound, WorkletOptions} from './mp3/messages.js';

/** Gathers the sound that comes in small pieces into batches: every frame once, none more than the limit. */
export class SoundBatches {
  readonly #options: WorkletOptions;
  readonly #send: (batch: Sound) => void;
  #batch?: Sound;
  /** Frames in the batch. */
  #filled = 0;
  #taken = 0;
  /** The frame that follows the last one that was taken; undefined where any may follow. */
  #next?: number;

  constructor(options: WorkletOptions, send: (batch: Sound) => void) {
    this.#options = options;
    this.#send = send;
  }

  get isFull(): boolean {
    return this.#taken >= this.#limit;
  }

  /**
   * @param piece its channels; none while the source is silent
   * @param length in frames
   * @param frame where the piece stands in the time of the audio context
   */
  take(piece: readonly Float32Array[], length: number, frame: number): void {
    // Frames that the browser left out sound as nothing, so that what follows keeps its time.
    const missing = frame - (this.#next ?? frame);
    if (missing > 0) this.#append([], missing);
    this.#append(piece, length);
    this.#next = frame + length;
  }

  /** What comes next need not follow what has come; nothing is held back until then. */
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
