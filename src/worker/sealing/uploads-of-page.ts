import type {Authorization} from '../../model/authorization.js';
import {SealedCaptureError} from '../../model/errors.js';
import {SECRET_IN_PAGE} from '../../model/protection-config.js';
import type {AuthenticatedUpload} from '../../ports/worker-channel/media-worker-calls.js';
import type {UploadRequest} from '../../ports/browser/upload.js';
import type {RequestAuthentication} from './authenticated-request.js';

/** Authenticates what the page itself sends. */
export class UploadsOfPage {
  readonly #authentication: RequestAuthentication;
  readonly #warn: (message: string) => void;
  #warned = false;

  constructor(authentication: RequestAuthentication, warn: (message: string) => void) {
    this.#authentication = authentication;
    this.#warn = warn;
  }

  /** Never encrypted: services take the media of an inspection as they are alone. */
  async authenticate(
    upload: Pick<UploadRequest, 'url' | 'headers' | 'body'>,
    authorization: Authorization,
  ): Promise<AuthenticatedUpload> {
    if (authorization.name === 'signature') {
      this.#warnOnce();
      if (authorization.encrypts) {
        const message =
          'Files to be inspected cannot be encrypted: give protection without encryptRequests.';
        throw new SealedCaptureError('configuration_invalid', message);
      }
    }
    const signable = {...upload, method: 'POST'} as const;
    const {request, correction} = await this.#authentication.authenticate(signable, authorization);
    return {headers: request.headers, correction};
  }

  /**
   * Once in this worker, as a page that only inspects carries nothing that could. One that captures, too, has warned of
   * its own accord, and so warns twice: a second line costs less than having every page tell its worker.
   */
  #warnOnce(): void {
    if (!this.#warned) this.#warn(SECRET_IN_PAGE);
    this.#warned = true;
  }
}
