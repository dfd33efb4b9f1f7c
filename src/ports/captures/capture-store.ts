import type {Claim, Handing, Keeping} from '../worker-channel/media-worker-calls.js';
import type {Job} from '../../model/job.js';
import type {PictureQuality} from '../../model/picture-quality.js';
import type {MediaWorker} from '../worker-channel/media-worker-client.js';

/** Captures and their media, until their sealed bytes were delivered. Every call is one transaction. */
export interface CaptureStore {
  /** Resolves once the capture is durable, or says how safe it is. */
  add(job: Job, media: Blob): Promise<Keeping>;
  /** The oldest job that may be sealed now, marked as being sealed by `owner`. */
  claim(claim: Claim): Promise<Job | undefined>;
  /** Writes the job if it is still as `expected` says; false if it is not, or is gone. */
  replace(job: Job, expected: Job['state']): Promise<boolean>;
  get(captureId: string): Promise<Job | undefined>;
  /** True while the capture is stored and no page has heard that it is sealed. */
  has(captureId: string): Promise<boolean>;
  list(): Promise<Job[]>;
  /** The raw media; undefined if it is not kept. */
  media(captureId: string): Promise<Blob | undefined>;
  /** Of a picture that was just added and is to be measured; undefined where that cannot be. */
  quality(captureId: string, signal: AbortSignal): Promise<PictureQuality | undefined>;
  /** Notes that a page has heard of a sealed capture. False where it is not sealed here any more. */
  handOver(handing: Handing): Promise<boolean>;
  /** Deletes some of what was delivered and is kept all the same, oldest first; false where there is none. */
  makeRoom(): Promise<boolean>;
  remove(captureId: string): Promise<void>;
  /** `onLost` is called each time that what was in memory alone is lost, and what was under way has failed. */
  whenLost?(onLost: () => void): void;
}

/** The store lives in the worker, so that the page never touches the media. */
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

  remove(captureId: string): Promise<void> {
    return this.#worker.call('remove', captureId);
  }

  whenLost(onLost: () => void): void {
    this.#worker.onDeath = onLost;
  }
}
