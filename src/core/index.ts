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
export {setMediaWorkerUrl, type CorePorts} from './core.js';
export {CoreOfPages as Core} from './core-of-pages.js';
export {createCameraSession} from './camera-core.js';
export {
  createRecordingSession,
  setEncoderWorkerUrl,
  setRecorderWorkletUrl,
} from './microphone-core.js';
export type {CameraSession, CameraState} from './camera-session.js';
export type {CaptureContents, ContentGroup} from './capture-contents.js';
export type {
  RecordingEnd,
  RecordingOptions,
  RecordingSession,
  RecordingState,
} from './recording-session.js';
export {createProtection, type ProtectionSettings} from './create-protection.js';
export type {AccessToken, GetToken} from './tokens.js';
export {
  setSealReaderWorkerUrl,
  setVerificationEngineUrl,
  setVerificationWorkerUrl,
  sharedInspectionClient,
  sharedSealReader,
  sharedVerifiers,
} from './inspection.js';
export {
  askOpinions,
  verifyModes,
  type OpinionOptions,
  type Opinions,
  type Verifier,
  type Verifiers,
  type VerifyMode,
} from './opinions.js';
export {InspectionClient, type InspectOptions} from './inspection-client.js';
export type {
  CaptureProgress,
  CaptureSummary,
  FailureReason,
  Protection,
  ProtectionClient,
  StorageState,
} from './protection.js';
export {ProtectionQueue, type QueuePorts} from './protection-queue.js';
export type {Draft} from './capture-intake.js';
export type {PlaceRenewal} from './metadata-readings.js';
export {VERSION} from './version.js';
export {errorCodes, isRetryable, SealedCaptureError, type ErrorCode} from '../model/errors.js';
export type * from '../model/protection-config.js';
