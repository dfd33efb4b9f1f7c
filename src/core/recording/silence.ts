import {PEAKS_PER_SECOND} from '../../model/media-type.js';

/** -50 dBFS: over the noise of a quiet room, under a whisper. */
const QUIET = 10 ** (-50 / 20);
const PEAK_MS = 1000 / PEAKS_PER_SECOND;

/** Tells when nothing was heard for a while of recorded time: a throttled or sleeping page does not matter. */
export class Silence {
  readonly #timeout: number;
  #quiet = 0;

  /** Milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** True once all that came last, for as long as the timeout, was silence. */
  hears(peaks: Float32Array): boolean {
    for (const peak of peaks) {
      this.#quiet = peak < QUIET ? this.#quiet + PEAK_MS : 0;
      if (this.#quiet >= this.#timeout) return true;
    }
    return false;
  }

  /** Whoever goes on after a pause is given the whole time. */
  restart(): void {
    this.#quiet = 0;
  }
}
