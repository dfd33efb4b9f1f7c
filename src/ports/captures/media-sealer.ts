import type {Sealed} from '../worker-channel/media-worker-calls.js';
import type {Authorization} from '../../model/authorization.js';
import type {Job, JobState} from '../../model/job/job.js';
import type {MediaWorker} from '../worker-channel/media-worker-client.js';
import {plainAuthorization} from '../../model/authorization.js';

/** Has stored media sealed. */
export interface MediaSealer {
  /**
   * Makes one attempt: lays out the media with room for their manifest, sends their digest and the authorization to
   * the service, inserts the manifest, and stores the seal. Rejects with the code of what went wrong;
   * `seal_mismatch` if the manifest does not have this file's digest.
   *
   * @param stored the stored state, default the job's own: the seal is stored only if that is unchanged
   */
  seal(
    job: Job,
    authorization: Authorization,
    signal: AbortSignal,
    stored?: JobState,
  ): Promise<Sealed>;
  /** Makes the sealed file again from the manifest. Rejects with `seal_mismatch` like `seal`. */
  fill(job: Job, manifest: ArrayBuffer, signal: AbortSignal): Promise<Blob>;
  /**
   * Asks the service whether a capture could be sealed there. Rejects with the code of what prevents it.
   *
   * @returns milliseconds by which the service's clock is ahead of the device's; undefined if that is not told
   */
  check(
    endpoint: string,
    authorization: Authorization,
    signal: AbortSignal,
  ): Promise<number | undefined>;
}

/** Runs in the worker, where the media are: one call seals and stores the seal. */
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

  check(
    endpoint: string,
    authorization: Authorization,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const params = {endpoint, authorization: plainAuthorization(authorization)};
    return this.#worker.call('check', params, {signal});
  }
}
