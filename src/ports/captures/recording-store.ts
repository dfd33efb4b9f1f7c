import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import type {RecordedPart} from '../audio/recorder.js';

/** A capture made of an interrupted recording. */
export interface RecoveredRecording {
  job: Job;
  blob: Blob;
  keeping: Keeping;
}

/** A recording whose parts were all given to `addPart`. */
export interface CompleteRecording {
  infoFrame: ArrayBuffer;
  /** Number of parts. */
  parts: number;
  /** Info frame and parts. */
  blob: Blob;
}

/** Stores recordings while they are made, part by part, so that a reload or a crash costs only the last seconds. */
export interface RecordingStore {
  /**
   * Stores the job that the recording would become if it were interrupted, without its duration. May be called
   * again with changes.
   */
  begin(job: Job): Promise<Keeping>;
  /** Stores a part. Resolves once it is durable, or else with the place where it is held. */
  addPart(captureId: string, part: RecordedPart): Promise<Keeping>;
  /**
   * Makes the recording a capture of its stored parts; `blob` is stored instead if some parts could not be stored.
   * Resolves like `CaptureStore.add`.
   */
  finish(job: Job, recording: CompleteRecording): Promise<Keeping>;
  /** Deletes an unfinished recording with its parts. If that is refused, `unfinished` tries again. */
  discard(captureId: string): Promise<void>;
  /** Unfinished recordings, including those that are being made now in any page. */
  unfinished(): Promise<Job[]>;
  /**
   * Makes an unfinished recording a capture, marked `recovered`, with its duration. Undefined if another page was
   * first, or if no part was stored; the recording is then deleted.
   */
  recover(job: Job): Promise<RecoveredRecording | undefined>;
}
