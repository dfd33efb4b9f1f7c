import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {
  CaptureDetail,
  PermissionStatus,
} from '@sealed-capture/seal/model/protection-config.js';
import type {MicrophoneChoice, MicrophoneOutcome} from '../../ports/audio/microphone.js';
import type {RecordingEncoder, RecorderOptions} from '../../ports/audio/recorder.js';
import type {CaptureContents, ContentSummary} from '../metadata/capture-contents.js';
import type {Protection} from '../queue/queue-client.js';
import type {Milliseconds, Seconds} from '@sealed-capture/seal/model/units.js';

/** Why a recording ended. */
export type RecordingEnd =
  /** A person or the page stopped it. */
  | 'stopped'
  /** `maxDuration` was reached. */
  | 'full'
  /** Nothing was heard for `silenceTimeout`. */
  | 'silent'
  /** The microphone was unplugged or taken away. */
  | 'device-lost'
  /** The browser's storage is full. If that happens before any sound was heard, the state is `failed`. */
  | 'storage-full'
  /** The encoder or the browser's audio system failed. */
  | 'failed'
  /** The element was taken out of the page. */
  | 'closed';

/** State of the recording. The microphone is on in `recording` and `paused` only. */
export type RecordingState =
  /** The microphone is off; nothing was recorded yet, or it was discarded. */
  | {name: 'idle'}
  /** The browser is asking for permission, or the microphone is starting. */
  | {name: 'pending'}
  /** `muted`: the system delivers no sound at the moment. `includes`: what the recording would be sealed with. */
  | ({name: 'recording'; muted: boolean} & ContentSummary)
  | ({name: 'paused'} & ContentSummary)
  /** The microphone is off; the last part is being encoded and stored. */
  | {name: 'finishing'}
  /** The `capture` event was dispatched. */
  | {name: 'captured'; detail: CaptureDetail; end: RecordingEnd}
  | Exclude<MicrophoneOutcome, {name: 'live'}>;

/** Options of a recording, read when it starts. All are optional. */
export interface RecordingOptions {
  /** Kilobits per second. Default 128. */
  bitRate?: number;
  /** Default 1, mono. */
  channels?: 1 | 2;
  /**
   * Lets the browser remove echo and noise and level the loudness. Default false: the sound as the microphone
   * delivers it.
   */
  audioProcessing?: boolean;
  /** Seconds after which the recording ends by itself, to the sample. Default: none. */
  maxDuration?: Seconds;
  /** Milliseconds of silence after which it ends by itself. Default: none. */
  silenceTimeout?: Milliseconds;
  /** Used instead of the default encoder. */
  encoder?: RecordingEncoder;
}

/**
 * The microphone of one element, and its recordings. Dispatches `change` when `state`, `permissionStatus` or
 * `microphones` may have changed, and `progress` when more was recorded.
 */
export interface RecordingSession extends EventTarget {
  readonly state: RecordingState;
  readonly permissionStatus: PermissionStatus;
  /** True from the start of a recording until its `capture` event. */
  readonly isCapturing: boolean;
  /** Seconds of the current or last recording, without its pauses. */
  readonly elapsed: Seconds;
  /** The peak of each twentieth of a second of the current or last recording, from 0 to 1, oldest first. */
  readonly peaks: Float32Array;
  /** Seconds from the beginning of the current or last recording to each of its bookmarks, in order. */
  readonly bookmarks: readonly Seconds[];
  /** The name of each bookmark; empty for none. */
  readonly bookmarkNames: readonly string[];
  /** Microphones to choose from; empty until the microphone was allowed. */
  readonly microphones: readonly MicrophoneChoice[];
  /** Device id of the chosen microphone; undefined for the browser's default. Takes effect with the next recording. */
  microphone: string | undefined;
  /** What a recording made now would be sealed with. Cheap enough to be called every second. */
  contents(): CaptureContents;
  /** Checks permission and devices without asking the person. */
  checkAccess(): Promise<void>;
  /**
   * Loads what a recording needs before the person starts one, so that it can be made without a network. The microphone stays off.
   * Never throws: what could not be loaded is loaded by `start`.
   */
  loadEarly?(encoder?: RecordingEncoder): void;
  /**
   * Asks for motion sensors, microphone and location, as far as they were not asked for yet, and turns the
   * microphone off again. Call it in a person's gesture. Resolves once `permissionStatus` is final.
   */
  requestPermissions(): Promise<void>;
  /**
   * Starts to record, for the client of `protection`. Resolves once `state` says whether that succeeded. Asks for
   * the same permissions as `requestPermissions`. Does nothing while a recording is being made.
   */
  start(protection: Protection, options: RecordingOptions): Promise<void>;
  /** Pauses. Throws `not_capturing` unless it is recording. */
  pause(): void;
  /** Resumes. Throws `not_capturing` unless it is paused. */
  resume(): void;
  /** Stores the client's changed tags, and names of bookmarks, with the recording, in case the page dies. */
  keepAgain(): void;
  /**
   * Sets a bookmark and returns its time in seconds. Throws `not_capturing` unless it is recording or paused, and
   * `configuration_invalid` if the name has more than 100 characters. A second bookmark at the same place only names it.
   */
  mark(name?: string): Seconds;
  /**
   * Names the bookmark at this index of the current recording; an empty text removes the name. Sealed with the recording, but
   * stored only with `keepAgain`, and without `change`. Throws `configuration_invalid` like `mark`.
   */
  nameBookmark(index: number, name: string): void;
  /**
   * Ends the recording, stores it and tells the client. Rejects with `not_capturing` if there is no recording or it
   * was only starting (the start is cancelled), with `recording_empty` if nothing was recorded, and with `aborted`
   * if it was discarded meanwhile.
   */
  stop(): Promise<CaptureDetail>;
  /**
   * Deletes what is being recorded or finished, or cancels the start. The state becomes `idle`, also from
   * `captured`.
   */
  discard(): void;
  /** Turns the microphone off at once; what was recorded is stored and sealed like any other recording. */
  close(): void;
}

/** The error for a call that needs a recording when there is none. */
export const notRecording = (): SealedCaptureError =>
  new SealedCaptureError('not_capturing', 'Nothing is being recorded.');

/** Settings of a recording. */
export interface SoundSettings extends RecorderOptions {
  /** The browser may remove echo and noise and level the loudness. */
  processing: boolean;
  /** Milliseconds. */
  silenceTimeout: number;
}

/** Returns the settings for these options. Invalid values count as not set: elements reject them earlier. */
export function soundOf(options: RecordingOptions): SoundSettings {
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
