import {PEAKS_PER_SECOND} from '@sealed-capture/seal/model/media-type.js';

/** -50 dBFS: louder than a quiet room, quieter than a whisper. */
const QUIET = 10 ** (-50 / 20);
const PEAK_MS = 1000 / PEAKS_PER_SECOND;

/** Detects silence of a given length in recorded time, so that a throttled or sleeping page does not matter. */
export class Silence {
  readonly #timeout: number;
  #quiet = 0;

  /** Milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** True once the last samples, for as long as the timeout, were silent. */
  hears(peaks: Float32Array): boolean {
    for (const peak of peaks) {
      this.#quiet = peak < QUIET ? this.#quiet + PEAK_MS : 0;
      if (this.#quiet >= this.#timeout) return true;
    }
    return false;
  }

  /** Restarts the timeout after a pause. */
  restart(): void {
    this.#quiet = 0;
  }
}
