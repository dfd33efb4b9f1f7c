import type {CameraState} from '../../core/camera/camera-session.js';
import type {LabelState} from '@sealed-capture/seal/model/inspection/label-state.js';
import type {RecordingEnd, RecordingState} from '../../core/recording/recording-session.js';

// States of captures and devices that have a term each in the catalog.

/** The states that camera and microphone have in common. */
export type Obstacle = Extract<CameraState, RecordingState>;

/**
 * The state of a capture as it is shown to people. `waiting`: there is no network. `unanswered`: the service does not
 * answer. `delayed`: the service asked to wait, or failed. `misconfigured`: a setting of the page is invalid and has to be
 * corrected. Sealed states are `sealed`, `delivering`, `undelivered` (it waits to be sent, or sent again), `not-uploaded`
 * (the server refuses it, or has failed for long) and `uploaded`.
 */
export type Standing =
  | 'held'
  | 'misconfigured'
  | 'awaits-plate'
  | 'sealing'
  | 'waiting'
  | 'unanswered'
  | 'delayed'
  | 'sealed'
  | 'delivering'
  | 'undelivered'
  | 'not-uploaded'
  | 'uploaded'
  | 'failed';

/** State of one file in the inspector's list. `sandbox`: valid, and made by a sandbox. */
export type FileState = LabelState | 'sandbox' | 'failed' | 'cancelled' | 'working' | 'waiting';

/** `recovered`: interrupted by a reload or a crash, and stored. */
export type Ending = RecordingEnd | 'recovered';
