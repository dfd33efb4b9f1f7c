import type {
  CompleteRecording,
  Keeping,
  RecoveredRecording,
} from '../worker-channel/media-worker-calls.js';
import type {Job} from '../../model/job.js';
import type {RecordedPart} from '../audio/recorder.js';
import {nowhere} from './nowhere.js';
import type {MediaWorker} from '../worker-channel/media-worker-client.js';

/** Recordings while they are made: part by part, so that a reload or a crash costs the last seconds alone. */
export interface RecordingStore {
  /** Keeps what the recording would be if it were broken off, without its duration. May be called again, with news. */
  begin(job: Job): Promise<Keeping>;
  /** Resolves once the part is durable, or says how safe it is. */
  addPart(captureId: string, part: RecordedPart): Promise<Keeping>;
  /**
   * Makes the recording a capture, with the parts where they are; `blob` is written in their place where not all of
   * them could be kept. Resolves like `CaptureStore.add`.
   */
  finish(job: Job, recording: CompleteRecording): Promise<Keeping>;
  /** Forgets a recording that is not finished, with its parts; `unfinished` tries again where this was refused. */
  discard(captureId: string): Promise<void>;
  /** Those that are not finished: also the ones that are being made now, in any page. */
  unfinished(): Promise<Job[]>;
  /**
   * Makes an unfinished recording this capture, marked `recovered`, with its duration. Undefined where another page was first, or where
   * nothing was kept of it: then it is forgotten.
   */
  recover(job: Job): Promise<RecoveredRecording | undefined>;
}

/** The store lives in the worker; where that is gone, the page alone has what it gave. */
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
