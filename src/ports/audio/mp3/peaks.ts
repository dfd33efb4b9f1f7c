import {PEAKS_PER_SECOND} from '@sealed-capture/seal/model/media-type.js';

/** Computes the peak of each twentieth of a second. */
export class Peaks {
  readonly #sampleRate: number;
  #samples = 0;
  #complete = 0;
  #loudest = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** The peaks that these samples complete, from 0 to 1, over all channels. */
  take(channels: readonly Float32Array[]): Float32Array<ArrayBuffer> {
    const complete: number[] = [];
    const length = channels[0]?.length ?? 0;
    for (let from = 0; from < length;) {
      const end = Math.floor(((this.#complete + 1) * this.#sampleRate) / PEAKS_PER_SECOND);
      const to = Math.min(length, from + end - this.#samples);
      for (const samples of channels) {
        for (let at = from; at < to; at++) {
          this.#loudest = Math.max(this.#loudest, Math.abs(samples[at]!));
        }
      }
      this.#samples += to - from;
      from = to;
      if (this.#samples < end) break;
      complete.push(Math.min(1, this.#loudest));
      this.#complete++;
      this.#loudest = 0;
    }
    return Float32Array.from(complete);
  }
}
