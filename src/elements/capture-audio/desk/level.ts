import {PEAKS_PER_SECOND} from '@sealed-capture/seal/model/media-type.js';

/** Loudness as it is shown to people. */
export type Level = 'good' | 'quiet' | 'loud';

/** Peaks relative to full scale: below −30 dB a voice is lost in noise, at the top it is clipped. */
const QUIET = 0.03;
const LOUD = 0.98;
/** Range of the bar in decibels. */
const RANGE = 50;

/** Computes the loudness from the peaks of a recording. Each word is shown for at least a second. */
export class LevelReading {
  #level?: Level;
  /** Number of peaks at the last computation. */
  #read = 0;

  /** The loudness; undefined for the first half second. `share` of the bar that is filled, from 0 to 1. */
  of(peaks: Float32Array): {level?: Level; share: number} {
    const {length} = peaks;
    // A new recording has started.
    if (length < this.#read) [this.#read, this.#level] = [0, undefined];
    if (length - this.#read >= (this.#level ? PEAKS_PER_SECOND : PEAKS_PER_SECOND / 2)) {
      this.#read = length;
      const loudest = Math.max(...peaks.subarray(-PEAKS_PER_SECOND));
      // Pauses between words are not silence.
      const isQuiet = Math.max(...peaks.subarray(-3 * PEAKS_PER_SECOND)) < QUIET;
      this.#level = loudest > LOUD ? 'loud' : isQuiet ? 'quiet' : 'good';
    }
    const decibels = 20 * Math.log10(Math.max(0, ...peaks.subarray(-3)));
    return {level: this.#level, share: Math.min(1, Math.max(0, 1 + decibels / RANGE))};
  }
}
