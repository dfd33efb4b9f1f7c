const OWN = Symbol.for('sealed-capture.encoder');

/** Marks an encoder of this package, whatever copy of it the page has loaded. */
export const ownEncoder = (encoder: RecordingEncoder): RecordingEncoder =>
  Object.assign(encoder, {[OWN]: true});

/** Absent: the default one. */
export const isOwnEncoder = (encoder?: RecordingEncoder): boolean => !encoder || OWN in encoder;

/** Encodes what is recorded. Ours needs no setting; `sealed-capture/wasm-encoder` is a faster one. */
export interface RecordingEncoder {
  /** A module worker's script that answers `EncoderRequest`; trusted like the page's own code. */
  readonly workerUrl: string | URL;
}

export interface RecorderOptions {
  channels: 1 | 2;
  /** Kilobits per second; the nearest that an MP3 of the rate has is taken. */
  bitRate: number;
  /** Seconds after which nothing more is taken, to the sample. */
  maxDuration?: number;
  encoder?: RecordingEncoder;
}

/** Whole MPEG frames; all parts of a recording, in order, are its sound. */
export interface RecordedPart {
  /** From 1; 0 is the Info frame's, which is known last. */
  index: number;
  bytes: ArrayBuffer;
  /** Samples of each channel that were recorded until this part's end. */
  samples: number;
}

/** What has come since the last one, about twelve times a second. */
export interface RecordingProgress {
  /** Seconds that were recorded until now. */
  duration: number;
  /** The loudest sample of each twentieth of a second, from 0 to 1; only whole ones. */
  peaks: Float32Array;
}

export interface RecordingListener {
  /** Every two seconds, and the last one before `finish` resolves. */
  onPart(part: RecordedPart): void;
  onProgress(progress: RecordingProgress): void;
  /** `maxDuration` is reached: nothing more is taken. */
  onFull(): void;
  /** Nothing comes for a while, as the system has interrupted the sound; `false`: it comes again. */
  onInterrupted(interrupted: boolean): void;
  /** It cannot go on. What came until now is what there is. */
  onFailed(error: Error): void;
}

/** A complete MP3. */
export interface FinishedRecording {
  /** An Info frame, so that players know the duration to the sample; stands in front of the parts. */
  infoFrame: ArrayBuffer;
  /** Info frame and parts. */
  blob: Blob;
  /** How many parts there are. */
  parts: number;
  /** Seconds, to the sample. */
  duration: number;
}

/** One recording, from its first sample. */
export interface ActiveRecording {
  /** Samples per second. */
  readonly sampleRate: number;
  /** Encoded by this package. What another encoder gives is not known to be the microphone's sound. */
  readonly isOwn: boolean;
  pause(): void;
  resume(): void;
  /**
   * Encodes what is left. Rejects with `recording_empty` where nothing was recorded, and with `encoding_failed`
   * or `worker_unavailable` where the encoder is gone. Nothing is taken after the call, so that the microphone may be
   * turned off at once.
   */
  finish(): Promise<FinishedRecording>;
  /** Drops what was not told yet, and releases everything. */
  close(): void;
}

/** Makes MP3 out of a live stream while it comes, away from the main thread. */
export interface Recorder {
  /**
   * Resolves once samples are taken. Rejects with `worker_unavailable` where a script is blocked or not found, with
   * `encoding_failed` where the device's rate is one that no MP3 has, and with `not_capturing` where the browser lets
   * no sound run before a gesture.
   */
  start(
    stream: MediaStream,
    options: RecorderOptions,
    listener: RecordingListener,
    signal: AbortSignal,
  ): Promise<ActiveRecording>;
}
