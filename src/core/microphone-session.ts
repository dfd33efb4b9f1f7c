import type {MicrophoneChoice} from '../ports/audio/microphone.js';
import {SealedCaptureError} from '../model/errors.js';
import type {CaptureDetail, PermissionStatus} from '../model/protection-config.js';
import type {CorePorts} from './core.js';
import type {CaptureContents} from './capture-contents.js';
import type {MetadataReadings} from './metadata-readings.js';
import type {ProtectionQueue} from './protection-queue.js';
import type {RecordingSession, RecordingState} from './recording-session.js';

/** The microphone of one element. */
export class MicrophoneSession extends EventTarget implements RecordingSession {
  readonly state: RecordingState = {name: 'idle'};
  readonly permissionStatus: PermissionStatus = 'unknown';
  readonly isCapturing = false;
  readonly elapsed = 0;
  readonly peaks = new Float32Array(0);
  readonly microphones: readonly MicrophoneChoice[] = [];
  microphone: string | undefined;
  readonly #readings: MetadataReadings;

  constructor(...[, readings]: [CorePorts, MetadataReadings, ProtectionQueue]) {
    super();
    this.#readings = readings;
  }

  contents(): CaptureContents {
    return this.#readings.contents({microphone: {unavailableReason: 'not_available'}});
  }

  look(): Promise<void> {
    return Promise.resolve();
  }

  requestPermissions(): Promise<void> {
    return Promise.resolve();
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  pause(): void {
    throw notRecording();
  }

  resume(): void {
    throw notRecording();
  }

  stop(): Promise<CaptureDetail> {
    return Promise.reject(notRecording());
  }

  discard(): void {
    // Nothing is recorded yet.
  }

  close(): void {
    // No microphone is on yet.
  }
}

const notRecording = (): SealedCaptureError =>
  new SealedCaptureError('not_capturing', 'Nothing is being recorded.');
