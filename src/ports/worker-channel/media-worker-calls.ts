import type {StillStore} from '../camera/picture.js';
import type {CaptureStore} from '../captures/capture-store.js';
import type {MediaSealer} from '../captures/media-sealer.js';
import type {RecordingStore} from '../captures/recording-store.js';
import type {InspectionCalls} from '../inspection/inspection-sender.js';

/** Calls of the page to its worker for pictures, storage and seals. */
export interface MediaWorkerCalls
  extends StillStore, CaptureStore, RecordingStore, MediaSealer, InspectionCalls {}
