import type {
  CompleteRecording,
  Keeping,
  RecoveredRecording,
} from '../worker-channel/media-worker-calls.js';
import type {Job} from '../../model/job/job.js';
import type {RecordedPart} from '../audio/recorder.js';
import {nowhere} from './nowhere.js';
import type {MediaWorker} from '../worker-channel/media-worker-client.js';

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

/** Runs in the worker. If that is gone, only the page has the parts. */
export class WorkerRecordingStore implements RecordingStore {
  readonly #worker: MediaWorker;

  constructor(worker: MediaWorker) {
    this.#worker = worker;
  }

  begin(job: Job): Promise<Keeping> {
    return this.#worker.call('beginRecording', job).catch(nowhere);
  }

  addPart(captureId: string, part: RecordedPart): Promise<Keeping> {
    return this.#worker.call('addPart', {captureId, part}).catch(nowhere);
  }

  finish(job: Job, recording: CompleteRecording): Promise<Keeping> {
    return this.#worker.call('finishRecording', {job, recording}).catch(nowhere);
  }

  discard(captureId: string): Promise<void> {
    return this.#worker.call('discardRecording', captureId);
  }

  unfinished(): Promise<Job[]> {
    return this.#worker.call('unfinishedRecordings', undefined);
  }

  recover(job: Job): Promise<RecoveredRecording | undefined> {
    return this.#worker.call('recoverRecording', job);
  }
}
