import type {ErrorCode} from '../../../model/errors.js';
import type {FinishedRecording, RecordedPart, RecordingProgress} from '../recorder.js';

/** What is recorded: how the sound comes, and how it is to be encoded. */
export interface SoundFormat {
  /** Samples per second, one of those that an MP3 can have. */
  sampleRate: number;
  channels: 1 | 2;
  /** Kilobits per second, as wished. */
  bitRate: number;
}

/** From the page to the encoder's worker. */
export type EncoderRequest =
  /** First of all. `sound` is where the worklet's messages come. */
  | {kind: 'start'; format: SoundFormat; sound: MessagePort}
  /** Only where the worklet does not say the end itself. */
  | {kind: 'finish'};

/** From the encoder's worker to the page. Nothing comes after `finished` and `failed`. */
export type EncoderAnswer =
  | {kind: 'ready'}
  | {kind: 'part'; part: RecordedPart}
  | {kind: 'progress'; progress: RecordingProgress}
  | {kind: 'finished'; recording: FinishedRecording}
  | {kind: 'failed'; code: ErrorCode; message: string};

/** One array of samples, from -1 to 1, for each channel; all of one length. */
export type Sound = Float32Array<ArrayBuffer>[];

/** From the worklet to the encoder's worker, past the page. */
export type SoundMessage =
  | {kind: 'sound'; sound: Sound}
  /** Nothing comes after it. */
  | {kind: 'end'};

/** How the worklet is made. */
export interface WorkletOptions {
  channels: 1 | 2;
  /** Frames in each message to the encoder. */
  batchLength: number;
  /** Frames after which nothing more is taken. */
  limit?: number;
}

/** From the page to the worklet. */
export type WorkletRequest =
  /** Take from now on, and send it there. */
  | {kind: 'start'; sound: MessagePort}
  | {kind: 'pause'}
  | {kind: 'resume'}
  /** Send what is left, say the end, and die. */
  | {kind: 'stop'};

/** From the worklet to the page. */
export type WorkletAnswer =
  /** The first sound has come. */
  | {kind: 'started'}
  /** The limit is reached. */
  | {kind: 'full'}
  /** The end was said to the encoder. */
  | {kind: 'stopped'};

/** The processor's name, by which the page makes its node. */
export const PROCESSOR = 'sealed-capture-recorder';
