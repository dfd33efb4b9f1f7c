import type {Sealed} from '../worker-channel/media-worker-calls.js';
import type {Authorization} from '../../model/authorization.js';
import type {Job, JobState} from '../../model/job.js';
import type {MediaWorker} from '../worker-channel/media-worker-client.js';
import {plainAuthorization} from '../../model/authorization.js';

/** Has kept media sealed. */
export interface MediaSealer {
  /**
   * One attempt: lays the media out around the hole for their manifest, sends their digest to the service with
   * what authenticates, fills the hole, and stores the seal. Rejects with the code of what went wrong, `seal_mismatch`
   * unless the manifest carries this file's digest.
   *
   * @param stored the stored state: the seal is stored only where that is unchanged; by default the job's own
   */
  seal(
    job: Job,
    authorization: Authorization,
    signal: AbortSignal,
    stored?: JobState,
  ): Promise<Sealed>;
  /** The sealed file once more, from the manifest. Rejects with `seal_mismatch` like `seal`. */
  fill(job: Job, manifest: ArrayBuffer, signal: AbortSignal): Promise<Blob>;
}

/** All of it happens in the worker, where the media are: one call seals, and stores the seal. */
export class WorkerMediaSealer implements MediaSealer {
  readonly #worker: MediaWorker;

  constructor(worker: MediaWorker) {
    this.#worker = worker;
  }

  seal(
    job: Job,
    authorization: Authorization,
    signal: AbortSignal,
    stored = job.state,
  ): Promise<Sealed> {
    const params = {job, authorization: plainAuthorization(authorization), stored};
    return this.#worker.call('seal', params, {signal});
  }

  fill(job: Job, manifest: ArrayBuffer, signal: AbortSignal): Promise<Blob> {
    return this.#worker.call('fill', {job, manifest}, {signal});
  }
}
