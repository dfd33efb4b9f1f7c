import {SealedCaptureError} from '../../model/errors.js';
import type {CaptureDetail, PermissionStatus} from '../../model/protection-config.js';
import type {MicrophoneChoice, MicrophoneOutcome} from '../../ports/audio/microphone.js';
import type {RecordingEncoder, RecorderOptions} from '../../ports/audio/recorder.js';
import type {CaptureContents, Sealing} from '../metadata/capture-contents.js';
import type {Protection} from '../queue/queue-client.js';

/** Why a recording ended. */
export type RecordingEnd =
  /** The person or the page stopped it. */
  | 'stopped'
  /** `maxDuration` was reached. */
  | 'full'
  /** Nothing was heard for `silenceTimeout`. */
  | 'silent'
  /** The microphone was unplugged or taken away. */
  | 'device-lost'
  /** The browser's storage is full. Where it is so before anything was heard, the state is `failed`. */
  | 'storage-full'
  /** The encoder or the browser's sound broke down. */
  | 'failed'
  /** The element was taken out of the page. */
  | 'closed';

/** Where the recording stands. The microphone is on while it is `recording` or `paused`, and only then. */
export type RecordingState =
  /** The microphone is off, and nothing was recorded yet, or it was discarded. */
  | {name: 'idle'}
  /** The browser is asking, or the microphone is starting. */
  | {name: 'pending'}
  /** `muted`: the system gives no sound at the moment. `includes`: what it would be sealed with. */
  | ({name: 'recording'; muted: boolean} & Sealing)
  | ({name: 'paused'} & Sealing)
  /** The microphone is off; the last part is encoded and kept. */
  | {name: 'finishing'}
  /** Its `capture` was told. */
  | {name: 'captured'; detail: CaptureDetail; end: RecordingEnd}
  | Exclude<MicrophoneOutcome, {name: 'live'}>;

/** All optional; read when a recording starts. */
export interface RecordingOptions {
  /** Kilobits per second. Default 128. */
  bitRate?: number;
  /** Default 1, mono. */
  channels?: 1 | 2;
  /** Let the browser take echoes and noise out, and level the loudness. Default false: as the microphone heard it. */
  audioProcessing?: boolean;
  /** Seconds after which the recording ends by itself, to the sample. Default: none. */
  maxDuration?: number;
  /** Milliseconds of silence after which it ends by itself. Default: none. */
  silenceTimeout?: number;
  /** In place of the default encoder. */
  encoder?: RecordingEncoder;
}

/**
 * The microphone of one element, and its recordings. Fires `change` when `state`, `permissionStatus` or
 * `microphones` may have changed, and `progress` when more was recorded.
 */
export interface RecordingSession extends EventTarget {
  readonly state: RecordingState;
  readonly permissionStatus: PermissionStatus;
  /** True from the start of a recording until its capture event. */
  readonly isCapturing: boolean;
  /** Seconds of the current or last recording, without its pauses. */
  readonly elapsed: number;
  /** The loudest sample of each twentieth of a second of the current or last recording, from 0 to 1; oldest first. */
  readonly peaks: Float32Array;
  /** Seconds from the beginning of the current or last recording that a person has marked, in their order. */
  readonly bookmarks: readonly number[];
  /** Those that can be chosen; empty until the microphone was allowed. */
  readonly microphones: readonly MicrophoneChoice[];
  /** The chosen one; undefined: the browser's default. Takes effect with the next recording. */
  microphone: string | undefined;
  /** What would be sealed now; cheap enough to be asked every second. */
  contents(): CaptureContents;
  /** Finds out without asking what the browser allows, and what stands in the way. */
  look(): Promise<void>;
  /**
   * Asks for motion, the microphone and the place, whichever was not asked for yet; turns the microphone off again.
   * To be called in a person's gesture. Settles once `permissionStatus` says how it ended.
   */
  requestPermissions(): Promise<void>;
  /**
   * Starts to record, for the client of `protection`; settles once `state` says how that went. Asks for what
   * `requestPermissions` would. Does nothing while one is made already.
   */
  start(protection: Protection, options: RecordingOptions): Promise<void>;
  /** Throws `not_capturing` unless it is recording. */
  pause(): void;
  /** Throws `not_capturing` unless it is paused. */
  resume(): void;
  /** What the client says of the recording that is made has changed: keeps that, too, in case the page breaks off. */
  keepAgain(): void;
  /** Marks this place, and returns its seconds. Throws `not_capturing` unless it is recording or paused. */
  mark(): number;
  /**
   * Ends the recording, keeps it, and tells the client. Rejects with `not_capturing` where none is made, or one was
   * about to start, which is called off; with `recording_empty` where nothing was recorded; and with `aborted` where it
   * was discarded while it was finishing.
   */
  stop(): Promise<CaptureDetail>;
  /** Throws away what is recorded or finished, or calls the next start off; back to `idle`, also from `captured`. */
  discard(): void;
  /** Turns the microphone off at once; what was recorded is kept and sealed like any other. */
  close(): void;
}

/** There is no recording to pause, go on with or end. */
export const notRecording = (): SealedCaptureError =>
  new SealedCaptureError('not_capturing', 'Nothing is being recorded.');

/** How a recording is made. */
export interface Sound extends RecorderOptions {
  /** The browser may take echoes and noise out, and level the loudness. */
  processing: boolean;
  /** Milliseconds. */
  silenceTimeout: number;
}

/** What cannot be is as if it were not set: elements refuse it before. */
export function soundOf(options: RecordingOptions): Sound {
  return {
    channels: options.channels === 2 ? 2 : 1,
    processing: !!options.audioProcessing,
    bitRate: positive(options.bitRate) ?? 128,
    maxDuration: positive(options.maxDuration),
    silenceTimeout: positive(options.silenceTimeout) ?? Infinity,
    encoder: options.encoder,
  };
}

const positive = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
