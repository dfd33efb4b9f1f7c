import type {Job} from '../model/job.js';
import type {Exclusion} from '../model/seal-request.js';
import type {MediaWorker} from './media-worker-client.js';

export interface LaidOut {
  /** Base64 of the SHA-256 of the file without the hole. */
  digest: string;
  exclusion: Exclusion;
  /** Bytes that the manifest must have. */
  manifestSize: number;
}

/** Lays kept media out around the hole for their manifest, and fills it. */
export interface MediaSealer {
  /** `needed`: bytes that the manifest takes, where the service refused the suggested size. */
  layOut(job: Job, needed: number | undefined, signal: AbortSignal): Promise<LaidOut>;
  /** The sealed file. Rejects with `seal_mismatch` unless the manifest carries this file's digest. */
  fill(job: Job, manifest: ArrayBuffer, signal: AbortSignal): Promise<Blob>;
}

export class WorkerMediaSealer implements MediaSealer {
  readonly #worker: MediaWorker;

  constructor(worker: MediaWorker) {
    this.#worker = worker;
  }

  layOut(job: Job, needed: number | undefined, signal: AbortSignal): Promise<LaidOut> {
    const {captureId, mediaType, metadata} = job;
    return this.#worker.call('layOut', {captureId, mediaType, metadata, needed}, {signal});
  }

  fill(job: Job, manifest: ArrayBuffer, signal: AbortSignal): Promise<Blob> {
    const {captureId, mediaType} = job;
    return this.#worker.call('fill', {captureId, mediaType, manifest}, {signal});
  }
}
