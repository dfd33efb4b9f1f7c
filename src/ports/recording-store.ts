import type {Job} from '../model/job.js';
import type {RecordedPart} from './audio/recorder.js';
import type {Keeping} from './capture-store.js';

/** A recording that was broken off, as the capture that it became. */
export interface RecoveredRecording {
  job: Job;
  blob: Blob;
}

/** Recordings while they are made: part by part, so that a reload or a crash costs the last seconds alone. */
export interface RecordingStore {
  /** Keeps what the recording would be if it were broken off, without its duration. */
  begin(job: Job): Promise<Keeping>;
  /** Resolves once the part is durable, or says how safe it is. */
  addPart(captureId: string, part: RecordedPart): Promise<Keeping>;
  /**
   * Makes the recording a capture, with the parts where they are; `blob` is written in their place where not all of
   * them could be kept. Resolves like `CaptureStore.add`.
   */
  finish(
    job: Job,
    recording: {infoFrame: ArrayBuffer; parts: number; blob: Blob},
  ): Promise<Keeping>;
  /** Forgets a recording that is not finished, with its parts. */
  discard(captureId: string): Promise<void>;
  /** Those that are not finished: also the ones that are being made now, in any page. */
  unfinished(): Promise<Job[]>;
  /**
   * Makes an unfinished recording a capture, marked `recovered`. Undefined where another page was first, or where
   * nothing was kept of it: then it is forgotten.
   */
  recover(captureId: string): Promise<RecoveredRecording | undefined>;
}
