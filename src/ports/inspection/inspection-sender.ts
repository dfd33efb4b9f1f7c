import type {Authorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError, failureAs} from '@sealed-capture/seal/model/errors.js';
import {serviceAddress} from '@sealed-capture/seal/model/service-address.js';

/** The page's request for an inspection. */
export interface InspectionOfPage {
  file: Blob;
  /** The whole address. */
  url: string;
  /** True to send the file as it is. Default: as Base64 in JSON, which every service takes. */
  asFile?: boolean;
  authorization?: Authorization;
}

/** The service's response, in a form that can be sent between threads. */
export interface InspectionAnswer {
  status: number;
  body: string;
  /** Value of the Retry-After header. */
  retryAfter: string | null;
}

export interface InspectionCalls {
  /** Sends a file to be inspected. */
  inspect(
    inspection: InspectionOfPage,
    signal: AbortSignal,
    onProgress?: (share: number) => void,
  ): Promise<InspectionAnswer>;
}

export interface InspectionRequest {
  file: Blob;
  /** Absolute, or relative to the page. */
  url: string;
  asFile?: boolean;
  authorization?: Authorization;
  signal: AbortSignal;
  /** Called with the share of the file that was sent, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Sends files to be inspected. */
export interface InspectionSender {
  /**
   * Sends a file. Resolves with any response, whatever its status. Rejects with `media_unsupported`, caused by a
   * NotReadableError, if the file cannot be read; with `network_failed`, `origin_not_allowed`, `timeout` or `aborted` without a response;
   * and with `insecure_context` or `configuration_invalid` if the request cannot be authenticated or the address is
   * invalid.
   */
  send(request: InspectionRequest): Promise<InspectionAnswer>;
}

/** Reads, encodes and sends in the worker, because each would block the page's main thread. */
export class WorkerInspectionSender implements InspectionSender {
  readonly #worker: InspectionCalls;

  constructor(worker: InspectionCalls) {
    this.#worker = worker;
  }

  async send({
    file,
    asFile,
    authorization,
    signal,
    onProgress,
    ...request
  }: InspectionRequest): Promise<InspectionAnswer> {
    const url = serviceAddress(request.url, document.baseURI).href;
    try {
      return await this.#worker.inspect({file, url, asFile, authorization}, signal, onProgress);
    } catch (thrown) {
      const {code, message} = failureAs('worker_unavailable', thrown);
      if (code !== 'media_unsupported') throw thrown;
      // Only reading fails in this way; the original error cannot be sent from the worker.
      const cause = new DOMException(message, 'NotReadableError');
      throw new SealedCaptureError(code, message, {cause});
    }
  }
}
