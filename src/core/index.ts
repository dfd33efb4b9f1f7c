/**
 * `sealed-capture/core`: capture, seal and inspect without any element.
 *
 * @example
 * const core = Core.shared();
 * const protection = core.connect(client); // a ProtectionClient: mode, config and four callbacks
 * const camera = createCameraSession(client);
 * await camera.open('environment');
 * if (camera.state.name === 'live') await camera.takePicture(protection);
 */
export type {CorePorts} from './wiring/core.js';
export {setScriptsBase} from './wiring/script-addresses.js';
export {CoreOfPages as Core} from './wiring/core-of-pages.js';
export {createCameraSession} from './wiring/camera-core.js';
export {createRecordingSession} from './wiring/microphone-core.js';
export type {CameraSession, CameraState} from './camera/camera-session.js';
export type {CaptureContents, ContentGroup} from './metadata/capture-contents.js';
export type {
  RecordingEnd,
  RecordingOptions,
  RecordingSession,
  RecordingState,
} from './recording/recording-session.js';
export {createProtection, type ProtectionSettings} from './credentials/create-protection.js';
export type {AccessToken, GetToken} from './credentials/access-tokens.js';
export {sharedInspectionClient, sharedSealReader, sharedVerifiers} from './wiring/inspection.js';
export {
  askOpinions,
  verifyModes,
  type OpinionOptions,
  type Opinions,
  type Verifier,
  type Verifiers,
  type VerifyMode,
} from './inspection/opinions.js';
export {InspectionClient, type InspectOptions} from './inspection/inspection-client.js';
export type {
  CaptureProgress,
  CaptureScope,
  CaptureSummary,
  FailureReason,
  Protection,
  ProtectionClient,
  ReleaseOptions,
  StorageState,
} from './queue/queue-client.js';
export type {CaptureSource} from '@sealed-capture/seal/model/job/capture-source.js';
export {ProtectionQueue} from './queue/protection-queue.js';
export type {QueuePorts} from './queue/queue-parts.js';
export type {Draft} from './queue/draft.js';
export type {PlaceRenewal} from './metadata/metadata-readings.js';
export {VERSION} from '@sealed-capture/seal/model/version.js';
export {errorCodes, SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
export {isRetryable} from '@sealed-capture/seal/model/errors/retryable.js';
export type * from '@sealed-capture/seal/model/protection-config.js';
export type * from '@sealed-capture/seal/model/units.js';
