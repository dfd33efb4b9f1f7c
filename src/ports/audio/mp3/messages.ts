import type {ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {FinishedRecording, RecordedPart, RecordingProgress} from '../recorder.js';

/** The format of the sound and of its encoding. */
export interface SoundFormat {
  /** Samples per second; one of MP3's rates. */
  sampleRate: number;
  channels: 1 | 2;
  /** Requested kilobits per second. */
  bitRate: number;
}

/** From the page to the encoder's worker. */
export type EncoderRequest =
  /** The first message. `sound` is the port for the relay's messages. */
  | {kind: 'start'; format: SoundFormat; sound: MessagePort}
  /** Sent only if the relay does not report the end itself. */
  | {kind: 'finish'};

/** From the encoder's worker to the page. `finished` and `failed` are last. */
export type EncoderAnswer =
  | {kind: 'ready'}
  | {kind: 'part'; part: RecordedPart}
  | {kind: 'progress'; progress: RecordingProgress}
  | {kind: 'finished'; recording: FinishedRecording}
  | {kind: 'failed'; code: ErrorCode; message: string};

/** One array of samples, from -1 to 1, for each channel; all of the same length. */
export type Sound = Float32Array<ArrayBuffer>[];

/** From the relay, which is in the worklet or in the worker that reads a track, directly to the encoder's worker. */
export type SoundMessage =
  | {kind: 'sound'; sound: Sound}
  /** The last message. */
  | {kind: 'end'};

/** What the relay is to record. */
export interface RelayOptions {
  channels: 1 | 2;
  /** Frames in each message to the encoder. */
  batchLength: number;
  /** Frames after which no more are recorded. */
  limit?: number;
}

/** From the page to the relay. */
export type RelayRequest =
  /** Records from now on, and sends the sound to this port. */
  | {kind: 'start'; sound: MessagePort}
  | {kind: 'pause'}
  | {kind: 'resume'}
  /** Sends the rest, reports the end, and stops. */
  | {kind: 'stop'};

/** What is needed of WebCodecs' `AudioData`, which TypeScript knows from 5.7 on: a piece of a track's sound. */
export interface TrackPiece {
  readonly numberOfFrames: number;
  readonly numberOfChannels: number;
  /** In Hz. */
  readonly sampleRate: number;
  copyTo(samples: Float32Array, options: {planeIndex: number; format: 'f32-planar'}): void;
  close(): void;
}

/** A microphone's sound as the browser delivers it, to be read in a worker. */
export interface TrackSound {
  sound: ReadableStream<TrackPiece>;
  /** In Hz. */
  sampleRate: number;
  options: RelayOptions;
}

/** From the page to the worker that reads a track; `read` is the first. */
export type TrackRequest = ({kind: 'read'} & TrackSound) | RelayRequest;

/** From the relay to the page. */
export type RelayAnswer =
  /** The first sound has arrived. */
  | {kind: 'started'}
  /** The limit is reached. */
  | {kind: 'full'}
  /** The encoder was told the end. */
  | {kind: 'stopped'};

/** From the worker that reads a track to the page. */
export type ReaderAnswer =
  /** The script runs. The first answer. */
  {kind: 'loaded'} | RelayAnswer | {kind: 'failed'; message: string};

/** The processor's name, by which the page makes its node. */
export const PROCESSOR = 'sealed-capture-recorder';
