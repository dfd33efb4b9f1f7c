import {SealedCaptureError, failureAs} from '../../model/errors.js';
import type {UploadRequest} from '../browser/upload.js';
import type {MediaWorker} from '../worker-channel/media-worker-client.js';

/** Makes the body of an inspection away from the page's main thread. */
export interface InspectionEncoder {
  /** Rejects with `media_unsupported`, caused by a NotReadableError, where the file cannot be read. */
  encode(file: Blob, signal: AbortSignal): Promise<UploadRequest['body']>;
}

export class WorkerInspectionEncoder implements InspectionEncoder {
  readonly #worker: MediaWorker;

  constructor(worker: MediaWorker) {
    this.#worker = worker;
  }

  async encode(file: Blob, signal: AbortSignal): Promise<UploadRequest['body']> {
    try {
      return await this.#worker.call('inspectionBody', file, {signal});
    } catch (thrown) {
      const {code, message} = failureAs('worker_unavailable', thrown);
      if (code !== 'media_unsupported') throw thrown;
      // The only way to fail so is reading; what the worker caught does not cross threads.
      const cause = new DOMException(message, 'NotReadableError');
      throw new SealedCaptureError(code, message, {cause});
    }
  }
}
