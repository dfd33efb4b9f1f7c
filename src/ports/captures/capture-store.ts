import type {Claim, Handing, Keeping} from '../worker-channel/media-worker-calls.js';
import type {Job} from '../../model/job/job.js';
import type {PictureQuality} from '../../model/picture-quality.js';
import type {MediaWorker} from '../worker-channel/media-worker-client.js';

/** Stores captures with their media until their sealed files were delivered. A call writes everything or nothing. */
export interface CaptureStore {
  /** Stores a capture. Resolves once it is durable, or else with the place where it is held. */
  add(job: Job, media: Blob): Promise<Keeping>;
  /** Claims the oldest job that may be sealed now, for `owner`. */
  claim(claim: Claim): Promise<Job | undefined>;
  /** Stores the job if the stored state is still `expected`; resolves to false if not, or if the job is gone. */
  replace(job: Job, expected: Job['state']): Promise<boolean>;
  get(captureId: string): Promise<Job | undefined>;
  /** True while the capture is stored and no page has been told that it is sealed. */
  has(captureId: string): Promise<boolean>;
  list(): Promise<Job[]>;
  /** The raw media; undefined if they are not stored. */
  media(captureId: string): Promise<Blob | undefined>;
  /** The quality of a picture that was just added to be measured; undefined if it cannot be measured. */
  quality(captureId: string, signal: AbortSignal): Promise<PictureQuality | undefined>;
  /** Records that a page has been given a sealed capture. Resolves to false if it is not stored as sealed any more. */
  handOver(handing: Handing): Promise<boolean>;
  /**
   * Deletes some of the delivered files that are kept for their retention, oldest first; resolves to false if there
   * are none.
   */
  makeRoom(): Promise<boolean>;
  /**
   * Deletes the capture. With `expected`, resolves to false and deletes nothing if the stored state is another, or the job
   * is gone.
   */
  remove(captureId: string, expected?: Job['state']): Promise<boolean>;
  /** `onLost` is called whenever data that were only in memory are lost, and running calls have failed. */
  whenLost?(onLost: () => void): void;
}

/** Runs in the worker, so that the page never handles the media. */
export class WorkerCaptureStore implements CaptureStore {
  readonly #worker: MediaWorker;

  constructor(worker: MediaWorker) {
    this.#worker = worker;
  }

  add(job: Job, media: Blob): Promise<Keeping> {
    return this.#worker.call('add', {job, media});
  }

  claim(claim: Claim): Promise<Job | undefined> {
    return this.#worker.call('claim', claim);
  }

  replace(job: Job, expected: Job['state']): Promise<boolean> {
    return this.#worker.call('replace', {job, expected});
  }

  get(captureId: string): Promise<Job | undefined> {
    return this.#worker.call('get', captureId);
  }

  has(captureId: string): Promise<boolean> {
    return this.#worker.call('has', captureId);
  }

  list(): Promise<Job[]> {
    return this.#worker.call('list', undefined);
  }

  media(captureId: string): Promise<Blob | undefined> {
    return this.#worker.call('media', captureId);
  }

  quality(captureId: string, signal: AbortSignal): Promise<PictureQuality | undefined> {
    return this.#worker.call('quality', captureId, {signal});
  }

  handOver(handing: Handing): Promise<boolean> {
    return this.#worker.call('handOver', handing);
  }

  makeRoom(): Promise<boolean> {
    return this.#worker.call('makeRoom', undefined);
  }

  remove(captureId: string, expected?: Job['state']): Promise<boolean> {
    return this.#worker.call('remove', {captureId, expected});
  }

  whenLost(onLost: () => void): void {
    this.#worker.onDeath = onLost;
  }
}
