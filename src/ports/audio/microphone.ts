import type {Microphone} from '../../model/capture-metadata.js';
import type {MediaPermission, MediaRefusal} from '../permissions/media-access.js';

/** A microphone that is on. */
export interface LiveMicrophone {
  readonly stream: MediaStream;
  readonly deviceId: string;
  /** What it says about itself and what the browser does to its sound; without the recording's own rate and channels. */
  describe(): Microphone;
  /** Calls once if the microphone is taken away; not after `stop`. */
  onLost(callback: () => void): void;
  /** Calls whenever the system silences the microphone (a call, a switch), or gives it back; at once where it is so already. Not after `stop`. */
  onMuted(callback: (muted: boolean) => void): void;
  stop(): void;
}

/** How the attempt to open a microphone ended; each but `live` has its screen. */
export type MicrophoneOutcome = {name: 'live'; microphone: LiveMicrophone} | MediaRefusal;

export interface MicrophoneRequest {
  /** The microphone that the person chose; where it is gone, the browser's default. */
  deviceId?: string;
  channels: 1 | 2;
  /** The browser may remove echo and noise and level the loudness. */
  processing: boolean;
  signal: AbortSignal;
}

/** One that can be chosen. Until the microphone was allowed, browsers leave both empty. */
export interface MicrophoneChoice {
  deviceId: string;
  label: string;
}

export type MicrophonePermission = MediaPermission;

export interface Microphones {
  /** Asks for a microphone. Never rejects; it is turned off when the signal is aborted, also one on its way. */
  open(request: MicrophoneRequest): Promise<MicrophoneOutcome>;
  /** What the browser says without asking. */
  permission(): Promise<MicrophonePermission>;
  /** What is known to stand in the way without asking. */
  obstacle(): MediaRefusal | undefined;
  /** Those that are there, without the browser's aliases of its default. Never rejects. */
  choices(): Promise<MicrophoneChoice[]>;
  /** Calls whenever the permission or the microphones changed, until the signal is aborted. */
  watch(onChange: () => void, signal: AbortSignal): void;
}
