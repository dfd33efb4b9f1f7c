import type {CameraState} from '../../core/camera/camera-session.js';
import type {RecordingEnd, RecordingState} from '../../core/recording/recording-session.js';

// States of captures and devices that have a term each in the catalog.

/** The states that camera and microphone have in common. */
export type Obstacle = Extract<CameraState, RecordingState>;

/**
 * The state of a capture as it is shown to people. `delayed`: the service asked to wait, or failed. `misconfigured`: a
 * setting of the page is invalid and has to be corrected. Sealed states are `sealed`, `delivering`, `undelivered` (it
 * waits to be sent again) and `uploaded`.
 */
export type Standing =
  | 'held'
  | 'misconfigured'
  | 'awaits-plate'
  | 'sealing'
  | 'waiting'
  | 'delayed'
  | 'sealed'
  | 'delivering'
  | 'undelivered'
  | 'uploaded'
  | 'failed';

/** `recovered`: interrupted by a reload or a crash, and stored. */
export type Ending = RecordingEnd | 'recovered';
