import type {Microphone} from '@sealed-capture/seal/model/capture-metadata.js';
import type {MediaPermission, MediaRefusal} from '../permissions/media-access.js';

/** A microphone that is on. */
export interface LiveMicrophone {
  readonly stream: MediaStream;
  readonly deviceId: string;
  /**
   * The metadata section of the microphone and the browser's processing, without the recording's own rate and
   * channels.
   */
  describe(): Microphone;
  /** Calls once if the microphone is unplugged or revoked; not after `stop`. */
  onLost(callback: () => void): void;
  /**
   * Calls whenever the system mutes the microphone (a call, a switch) or unmutes it, and at once if it is muted
   * already. Not after `stop`.
   */
  onMuted(callback: (muted: boolean) => void): void;
  stop(): void;
}

/** The result of opening a microphone. Each except `live` has its own screen. */
export type MicrophoneOutcome = {name: 'live'; microphone: LiveMicrophone} | MediaRefusal;

export interface MicrophoneRequest {
  /** Device id of the chosen microphone; if it is missing, the browser's default is used. */
  deviceId?: string;
  channels: 1 | 2;
  /** The browser may remove echo and noise and level the loudness. */
  processing: boolean;
  signal: AbortSignal;
}

/** A microphone to choose. Until it was allowed, browsers leave both fields empty. */
export interface MicrophoneChoice {
  deviceId: string;
  label: string;
}

export type MicrophonePermission = MediaPermission;

export interface Microphones {
  /**
   * Opens a microphone. Never rejects. When the signal is aborted, the microphone is turned off, also one that
   * arrives later.
   */
  open(request: MicrophoneRequest): Promise<MicrophoneOutcome>;
  /** The permission that the browser reports without asking the person. */
  permission(): Promise<MicrophonePermission>;
  /** An obstacle that is known without asking the person. */
  obstacle(): MediaRefusal | undefined;
  /** The connected microphones, without the browser's aliases of its default. Never rejects. */
  choices(): Promise<MicrophoneChoice[]>;
  /** Calls whenever the permission or the microphones changed, until the signal is aborted. */
  watch(onChange: () => void, signal: AbortSignal): void;
}
