import type {AuthenticatedUpload, Refusal} from '../worker-channel/media-worker-calls.js';
import type {Authorization} from '../../model/authorization.js';
import type {MediaWorker} from '../worker-channel/media-worker-client.js';
import {plainAuthorization} from '../../model/authorization.js';
import type {UploadRequest} from '../browser/upload.js';

/** Authenticates uploads away from the page's main thread, which need not hash what is sent. */
export interface UploadAuthentication {
  /** Rejects with `insecure_context` or `configuration_invalid` where it cannot. */
  authenticate(
    upload: Pick<UploadRequest, 'url' | 'headers' | 'body'>,
    authorization: Authorization,
    signal: AbortSignal,
  ): Promise<AuthenticatedUpload>;
  /** Takes the service's clock from the refusal; true where it was signed, and signing anew is worth another try. */
  correctClock(refusal: Refusal): Promise<boolean>;
}

export class WorkerUploadAuthentication implements UploadAuthentication {
  readonly #worker: MediaWorker;

  constructor(worker: MediaWorker) {
    this.#worker = worker;
  }

  authenticate(
    {url, headers, body}: Pick<UploadRequest, 'url' | 'headers' | 'body'>,
    authorization: Authorization,
    signal: AbortSignal,
  ): Promise<AuthenticatedUpload> {
    const upload = {url: new URL(url, document.baseURI).href, headers, body};
    const params = {upload, authorization: plainAuthorization(authorization)};
    return this.#worker.call('authenticate', params, {signal});
  }

  correctClock({date, correction}: Refusal): Promise<boolean> {
    return this.#worker.call('correctClock', {date, correction});
  }
}
