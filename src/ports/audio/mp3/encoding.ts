import {SealedCaptureError} from '../../../model/errors.js';
import {readFrame, type MpegFrame} from '../../../seal/containers/mpeg-frame.js';
import {InfoFrame} from './info-frame.js';
import type {SoundFormat} from './messages.js';
import {Peaks} from './peaks.js';
import type {FinishedRecording, RecordedPart, RecordingProgress} from '../recorder.js';

const PART_SECONDS = 2;
/** Bytes of sound that are rolled up into one Blob: thousands of small ones take long to be made one at the end. */
const ROLL = 1024 * 1024;

/** LAME, in one of its forms: a constant bit rate, no tags, 576 samples of delay. */
export interface Mp3Encoder {
  /**
   * The bytes that are ready, in an array that the next call may overwrite.
   *
   * @param channels samples from -1 to 1, as many of each
   */
  encode(channels: readonly Float32Array[]): Uint8Array;
  /** The rest. Nothing is encoded after it. */
  finish(): Uint8Array;
}

/** Makes the encoder for a recording of a bit rate that an MP3 of its sample rate has. */
export type MakeMp3Encoder = (format: SoundFormat) => Mp3Encoder | Promise<Mp3Encoder>;

/** What the sound has, and its MP3 is to have. */
export type EncodedFormat = Pick<SoundFormat, 'sampleRate' | 'channels'>;

/** One recording on its way from samples to an MP3. */
export class Encoding {
  readonly #encoder: Mp3Encoder;
  readonly #format: EncodedFormat;
  readonly #onPart: (part: RecordedPart) => void;
  readonly #info = new InfoFrame();
  readonly #peaks: Peaks;
  /** What is rolled up is out of this thread's memory. */
  readonly #rolled: Blob[] = [];
  /** The parts since. */
  #recent: Uint8Array<ArrayBuffer>[] = [];
  #recentBytes = 0;
  #parts = 0;
  #samples = 0;
  /** What came behind the last part, one buffer for the whole recording; and how far it is known to be whole frames. */
  #rest: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #filled = 0;
  #whole = 0;
  #frames = 0;

  /** @param onPart told every two seconds; `finish` tells the last */
  constructor(encoder: Mp3Encoder, format: EncodedFormat, onPart: (part: RecordedPart) => void) {
    this.#encoder = encoder;
    this.#format = format;
    this.#onPart = onPart;
    this.#peaks = new Peaks(format.sampleRate);
  }

  /** Throws `encoding_failed` where the MP3 gets another sample rate than the sound has, or other channels. */
  encode(channels: readonly Float32Array[]): RecordingProgress {
    this.#samples += channels[0]?.length ?? 0;
    this.#take(this.#encoder.encode(channels));
    return {duration: this.#samples / this.#format.sampleRate, peaks: this.#peaks.take(channels)};
  }

  /** Throws as `encode` does, and `recording_empty` where nothing was encoded. */
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

  /** LAME takes another rate by itself where the bit rate is low; what is sealed would not be true of such a file. */
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

  /** @param samples that were recorded until here; by default, as many as the frames until here give back */
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

  /** Apart from the part, which its listener may give away. */
  #keep(bytes: Uint8Array<ArrayBuffer>): void {
    this.#recent.push(bytes);
    this.#recentBytes += bytes.length;
    if (this.#recentBytes < ROLL) return;
    this.#rolled.push(new Blob(this.#recent));
    this.#recent = [];
    this.#recentBytes = 0;
  }
}
