import {plainAuthorization, type Authorization} from '../../model/authorization.js';
import {SealedCaptureError, failureAs} from '../../model/errors.js';
import {serviceAddress} from '../../model/service-address.js';
import type {InspectionAnswer} from '../worker-channel/media-worker-calls.js';
import type {MediaWorker} from '../worker-channel/media-worker-client.js';

export interface InspectionRequest {
  file: Blob;
  /** The whole address; relative ones are relative to the page. */
  url: string;
  authorization?: Authorization;
  signal: AbortSignal;
  /** Called with the share of the file that was sent, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Sends files to be inspected. */
export interface InspectionSender {
  /**
   * Any answer of the service, whatever its status. Rejects with `media_unsupported`, caused by a NotReadableError, where
   * the file cannot be read; with `network_failed`, `timeout` or `aborted` where there is no answer; and with
   * `insecure_context` or `configuration_invalid` where the request cannot be authenticated; with the latter also where
   * the address is none.
   */
  send(request: InspectionRequest): Promise<InspectionAnswer>;
}

/** Reads, encodes and sends in the worker: each of them would keep the page's main thread busy. */
export class WorkerInspectionSender implements InspectionSender {
  readonly #worker: MediaWorker;

  constructor(worker: MediaWorker) {
    this.#worker = worker;
  }

  async send({
    file,
    url,
    authorization,
    signal,
    onProgress,
  }: InspectionRequest): Promise<InspectionAnswer> {
    const params = {
      file,
      url: serviceAddress(url, document.baseURI).href,
      authorization: authorization && plainAuthorization(authorization),
    };
    try {
      return await this.#worker.call('inspect', params, {signal, onProgress});
    } catch (thrown) {
      const {code, message} = failureAs('worker_unavailable', thrown);
      if (code !== 'media_unsupported') throw thrown;
      // The only way to fail so is reading; what the worker caught does not cross threads.
      const cause = new DOMException(message, 'NotReadableError');
      throw new SealedCaptureError(code, message, {cause});
    }
  }
}
