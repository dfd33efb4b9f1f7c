import {PEAKS_PER_SECOND} from '../../../model/media-type.js';

/** What people are told of the loudness. */
export type Level = 'good' | 'quiet' | 'loud';

/** Shares of what the microphone can give: below −30 dB a voice drowns in noise, at the top it is cut off. */
const QUIET = 0.03;
const LOUD = 0.98;
/** Decibels that the bar shows. */
const RANGE = 50;

/** Reads the loudness off the peaks of a recording, so that its words stand for a second at least. */
export class LevelReading {
  #level?: Level;
  /** How many peaks there were when it was read. */
  #read = 0;

  /** Undefined for the first half second. `share`: how full the bar is, from 0 to 1. */
  of(peaks: Float32Array): {level?: Level; share: number} {
    const {length} = peaks;
    // Another recording.
    if (length < this.#read) [this.#read, this.#level] = [0, undefined];
    if (length - this.#read >= (this.#level ? PEAKS_PER_SECOND : PEAKS_PER_SECOND / 2)) {
      this.#read = length;
      const loudest = Math.max(...peaks.subarray(-PEAKS_PER_SECOND));
      // Words have pauses between them.
      const isQuiet = Math.max(...peaks.subarray(-3 * PEAKS_PER_SECOND)) < QUIET;
      this.#level = loudest > LOUD ? 'loud' : isQuiet ? 'quiet' : 'good';
    }
    const decibels = 20 * Math.log10(Math.max(0, ...peaks.subarray(-3)));
    return {level: this.#level, share: Math.min(1, Math.max(0, 1 + decibels / RANGE))};
  }
}
