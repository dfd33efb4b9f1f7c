import type {CameraState} from '../../core/camera/camera-session.js';
import type {RecordingEnd, RecordingState} from '../../core/recording/recording-session.js';

// States of captures and devices for which the catalogue has a term each.

/** The states that camera and microphone have in common. */
export type Obstacle = Extract<CameraState, RecordingState>;

/** How a capture stands, as far as people are told. `delayed`: the service asked to wait, or failed. `misconfigured`: a
 * setting of the page cannot be used, and has to be corrected. Sealed are: `sealed`, `delivering`, `undelivered` (it waits to be sent again), `uploaded`. */
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

/** `recovered`: broken off by a reload or a crash, and kept. */
export type Ending = RecordingEnd | 'recovered';
