import {PEAKS_PER_SECOND} from '@sealed-capture/seal/model/media-type.js';
import type {RecordingProgress} from '../../ports/audio/recorder.js';

/** Initial capacity in peaks; the array doubles whenever it is full. */
const FIRST_LENGTH = 256;

/** Duration and peaks of a recording while it is made. */
export class Waveform {
  /** Seconds. */
  duration = 0;
  #room = new Float32Array(0);
  #length = 0;

  /** A view, not a copy: it is invalid after the next change. */
  get peaks(): Float32Array {
    return this.#room.subarray(0, this.#length);
  }

  /** Removes what came after this many seconds, because it was lost. */
  cut(duration: number): void {
    this.duration = duration;
    this.#length = Math.min(this.#length, Math.ceil(duration * PEAKS_PER_SECOND));
  }

  add({duration, peaks}: RecordingProgress): void {
    this.duration = duration;
    const length = this.#length + peaks.length;
    if (length > this.#room.length) {
      const grown = new Float32Array(Math.max(length, 2 * this.#room.length, FIRST_LENGTH));
      grown.set(this.peaks);
      this.#room = grown;
    }
    this.#room.set(peaks, this.#length);
    this.#length = length;
  }
}
