/** Registers every element, whichever name is imported. Import single elements instead if a page uses only some. */
// First, so that its scripts base is known before any element inside it is upgraded.
export {ProtectionProvider} from './protection-provider.js';
export {CaptureAudio} from './capture-audio.js';
export {CaptureImage} from './capture-image.js';
export {SealInspector} from './seal-inspector.js';
export * from './events.js';
export {ConfigurationErrorEvent} from './options/configuration-error-event.js';
export {registerStrings, type Strings} from './strings/localize.js';
export type {FillChangeDetail, FillChangeEvent} from './capture-image/fill/fill-change-event.js';
export type {JobDoneEvent, ShotsCompleteEvent} from './capture-image/shots/job-events.js';
export {InspectedEvent, InspectErrorEvent} from './seal-inspector/events.js';
export {sharedSealReader, type SealReader} from '../core/wiring/reader.js';
export {setScriptsBase} from '../core/wiring/script-addresses.js';
export {createProtection, type ProtectionSettings} from '../core/credentials/create-protection.js';
export {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
export type {
  CaptureProgress,
  CaptureScope,
  CaptureSummary,
  FailureReason,
  ReleaseOptions,
  StorageState,
} from '../core/queue/queue-client.js';
export type {RecordingOptions} from '../core/recording/recording-session.js';
export type {SubmitAs} from './form/form-files.js';
export type {WaveformRef} from './capture-audio/waveform/waveform-ref.js';
export type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
export type * from '@sealed-capture/seal/model/protection-config.js';
export type * from '@sealed-capture/seal/model/units.js';
export type * from './capture-image/shots/shot.js';
