import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {readFrame, type MpegFrame} from '@sealed-capture/seal/containers/mpeg-frame.js';
import {InfoFrame} from './info-frame.js';
import type {SoundFormat} from './messages.js';
import {Peaks} from './peaks.js';
import type {FinishedRecording, RecordedPart, RecordingProgress} from '../recorder.js';

const PART_SECONDS = 2;
/** Bytes of sound that are combined into one Blob: joining thousands of small ones at the end would take long. */
const ROLL = 1024 * 1024;

/** LAME in one of its forms: constant bit rate, no tags, 576 samples of delay. */
export interface Mp3Encoder {
  /**
   * Encodes samples. Returns the available bytes, in an array that the next call may overwrite.
   *
   * @param channels samples from -1 to 1, the same number for each channel
   */
  encode(channels: readonly Float32Array[]): Uint8Array;
  /** Returns the remaining bytes. No further calls may follow. */
  finish(): Uint8Array;
}

/** Makes the encoder for a recording, whose bit rate must be valid for its sample rate. */
export type MakeMp3Encoder = (format: SoundFormat) => Mp3Encoder | Promise<Mp3Encoder>;

/** Sample rate and channels of the sound, and of its MP3. */
export type EncodedFormat = Pick<SoundFormat, 'sampleRate' | 'channels'>;

/** Encodes one recording to MP3. */
export class Encoding {
  readonly #encoder: Mp3Encoder;
  readonly #format: EncodedFormat;
  readonly #onPart: (part: RecordedPart) => void;
  readonly #info = new InfoFrame();
  readonly #peaks: Peaks;
  /** Combined Blobs, which are not in this thread's memory. */
  readonly #rolled: Blob[] = [];
  /** The parts since the last combined Blob. */
  #recent: Uint8Array<ArrayBuffer>[] = [];
  #recentBytes = 0;
  #parts = 0;
  #samples = 0;
  /**
   * Bytes after the last part, in one buffer for the whole recording, and the length that is known to be whole
   * frames.
   */
  #rest: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #filled = 0;
  #whole = 0;
  #frames = 0;

  /** @param onPart called every two seconds, and by `finish` with the last part */
  constructor(encoder: Mp3Encoder, format: EncodedFormat, onPart: (part: RecordedPart) => void) {
    this.#encoder = encoder;
    this.#format = format;
    this.#onPart = onPart;
    this.#peaks = new Peaks(format.sampleRate);
  }

  /**
   * Encodes samples. Throws `encoding_failed` if the MP3 has another sample rate or number of channels than the
   * sound.
   */
  encode(channels: readonly Float32Array[]): RecordingProgress {
    this.#samples += channels[0]?.length ?? 0;
    this.#take(this.#encoder.encode(channels));
    return {duration: this.#samples / this.#format.sampleRate, peaks: this.#peaks.take(channels)};
  }

  /** Finishes the recording. Throws as `encode` does, and `recording_empty` if nothing was encoded. */
  finish(): FinishedRecording {
    const samples = this.#samples;
    if (samples === 0) {
      throw new SealedCaptureError('recording_empty', 'Nothing was recorded yet.');
    }
    this.#take(this.#encoder.finish());
    if (this.#whole > 0) this.#cut(samples);
    const infoFrame = this.#info.make(samples);
    return {
      blob: new Blob([infoFrame, ...this.#rolled, ...this.#recent], {type: 'audio/mpeg'}),
      infoFrame: infoFrame.buffer,
      parts: this.#parts,
      duration: samples / this.#format.sampleRate,
    };
  }

  #take(bytes: Uint8Array): void {
    this.#append(bytes);
    for (;;) {
      const frame = readFrame(this.#rest.subarray(0, this.#filled), this.#whole);
      if (!frame || this.#whole + frame.length > this.#filled) return;
      if (this.#parts + this.#frames === 0) this.#expectFormat(frame);
      this.#whole += frame.length;
      this.#frames++;
      const framesOfPart = Math.floor((PART_SECONDS * frame.sampleRate) / frame.samples);
      if (this.#frames === framesOfPart) this.#cut();
    }
  }

  /**
   * Checks the format: LAME lowers the sample rate by itself if the bit rate is low, and the sealed metadata would
   * be wrong.
   */
  #expectFormat(first: MpegFrame): void {
    const {sampleRate, channels} = this.#format;
    if (first.sampleRate === sampleRate && first.channels === channels) return;
    throw new SealedCaptureError(
      'encoding_failed',
      `The encoder makes no MP3 of ${sampleRate} Hz with ${channels} channels.`,
    );
  }

  #append(bytes: Uint8Array): void {
    const filled = this.#filled + bytes.length;
    if (filled > this.#rest.length) {
      const larger = new Uint8Array(2 * filled);
      larger.set(this.#rest);
      this.#rest = larger;
    }
    this.#rest.set(bytes, this.#filled);
    this.#filled = filled;
  }

  /** @param samples number recorded up to here; default: the number that the frames up to here contain */
  #cut(samples?: number): void {
    const part = this.#rest.slice(0, this.#whole);
    this.#rest.copyWithin(0, this.#whole, this.#filled);
    this.#filled -= this.#whole;
    this.#whole = this.#frames = 0;
    this.#info.add(part);
    this.#keep(part.slice());
    const index = ++this.#parts;
    this.#onPart({index, bytes: part.buffer, samples: samples ?? this.#info.playable});
  }

  /** Stores a copy, because the listener may transfer the part. */
  #keep(bytes: Uint8Array<ArrayBuffer>): void {
    this.#recent.push(bytes);
    this.#recentBytes += bytes.length;
    if (this.#recentBytes < ROLL) return;
    this.#rolled.push(new Blob(this.#recent));
    this.#recent = [];
    this.#recentBytes = 0;
  }
}
