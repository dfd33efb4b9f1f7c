import type {Seconds} from '@sealed-capture/seal/model/units.js';

const OWN = Symbol.for('sealed-capture.encoder');

/** Marks an encoder as this package's, across several copies of the package in a page. */
export const ownEncoder = (encoder: RecordingEncoder): RecordingEncoder =>
  Object.assign(encoder, {[OWN]: true});

/** True also for undefined, which means the default encoder. */
export const isOwnEncoder = (encoder?: RecordingEncoder): boolean => !encoder || OWN in encoder;

/** Encodes recordings. The default needs no setting; `sealed-capture/wasm-encoder` is faster. */
export interface RecordingEncoder {
  /** Address of a module worker's script that answers `EncoderRequest`. It is trusted like the page's own code. */
  readonly workerUrl: string | URL;
}

export interface RecorderOptions {
  channels: 1 | 2;
  /** Kilobits per second; the nearest bit rate of the sample rate is used. */
  bitRate: number;
  /** Seconds, to the sample, after which no more is recorded. */
  maxDuration?: Seconds;
  encoder?: RecordingEncoder;
}

/** Whole MPEG frames. All parts of a recording, in order, are its sound. */
export interface RecordedPart {
  /** Number from 1; 0 is for the Info frame, which is known last. */
  index: number;
  bytes: ArrayBuffer;
  /** Samples of each channel that were recorded up to the end of this part. */
  samples: number;
}

/** Progress since the last call, about twelve times a second. */
export interface RecordingProgress {
  /** Seconds that were recorded so far. */
  duration: Seconds;
  /** The peak of each complete twentieth of a second, from 0 to 1. */
  peaks: Float32Array;
}

export interface RecordingListener {
  /** Called every two seconds, and with the last part before `finish` resolves. */
  onPart(part: RecordedPart): void;
  onProgress(progress: RecordingProgress): void;
  /** Called when `maxDuration` is reached and no more is recorded. */
  onFull(): void;
  /** Called with `true` when the system has interrupted the sound, and with `false` when it continues. */
  onInterrupted(interrupted: boolean): void;
  /** Called when the recorder has failed. What arrived so far can be used. */
  onFailed(error: Error): void;
}

/** A complete MP3. */
export interface FinishedRecording {
  /** An Info frame, which goes before the parts and tells players the duration to the sample. */
  infoFrame: ArrayBuffer;
  /** Info frame and parts. */
  blob: Blob;
  /** Number of parts. */
  parts: number;
  /** Seconds, to the sample. */
  duration: Seconds;
}

/** One recording, from its first sample. */
export interface ActiveRecording {
  /** Samples per second. */
  readonly sampleRate: number;
  /** True if this package encoded it. Other encoders' output may not be the microphone's sound. */
  readonly isOwn: boolean;
  pause(): void;
  resume(): void;
  /**
   * Encodes the rest. Rejects with `recording_empty` if nothing was recorded, and with `encoding_failed` or
   * `worker_unavailable` if the encoder is gone. The microphone may be turned off at once, because nothing is
   * recorded after the call.
   */
  finish(): Promise<FinishedRecording>;
  /** Drops what was not reported yet, and releases all resources. */
  close(): void;
}

/** Encodes a live stream to MP3 while it is recorded, outside the main thread. */
export interface Recorder {
  /**
   * Loads the scripts before they are needed, so that a recording needs no network, and opens no microphone. Never throws;
   * what could not be loaded is loaded by `start`.
   */
  load?(encoder?: RecordingEncoder): void;
  /**
   * Starts to record; resolves once samples arrive. Rejects with `worker_unavailable` if a script is blocked, not
   * found or not loaded in half a minute, with `encoding_failed` if the device's sample rate is not one of MP3's, and
   * with `not_capturing` if the browser lets no sound run before a gesture.
   */
  start(
    stream: MediaStream,
    options: RecorderOptions,
    listener: RecordingListener,
    signal: AbortSignal,
  ): Promise<ActiveRecording>;
}
