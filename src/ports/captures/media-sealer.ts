import type {Authorization} from '@sealed-capture/seal/model/authorization.js';
import type {Job, JobState} from '@sealed-capture/seal/model/job/job.js';

/** A capture that the service has sealed. */
export interface Sealed {
  /** In the state `sealed`, as stored. */
  job: Job;
  /** The sealed file. */
  blob: Blob;
  /**
   * Result of storing the seal. `superseded`: the stored capture was deleted or changed after it was claimed, and
   * stays as it is. `failed`: the storage is full or broken, and only this object has the seal.
   */
  storing: 'stored' | 'superseded' | 'failed';
}

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
  /** True if the page's own server answers within five seconds. A page that an app serves itself has a network as the browser says. */
  hasNetwork(): Promise<boolean>;
}
