import {sendAuthenticated, type Authorization} from '@sealed-capture/seal/model/authorization.js';
import {FILE_BODY, JSON_BODY} from '@sealed-capture/seal/model/inspection/body-types.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {SECRET_IN_PAGE} from '@sealed-capture/seal/model/protection-config.js';
import type {Upload} from '../../ports/browser/upload.js';
import type {
  InspectionAnswer,
  InspectionCalls,
  InspectionOfPage,
} from '../../ports/inspection/inspection-sender.js';
import type {RequestAuthentication} from '../sealing/authenticated-request.js';
import type {OriginCheck} from '../sealing/origin-check.js';
import {fileBytes} from './file-bytes.js';
import {inspectionBody} from './inspection-body.js';

/** Milliseconds without any progress. */
const TIMEOUT_MS = 120_000;
/** RFC 9457; the service's other error bodies are empty. */
const PROBLEM = 'application/problem+json';

/** Sends files to be inspected on behalf of the page. */
export class InspectionRequests implements InspectionCalls {
  readonly #upload: Upload;
  readonly #origins: Pick<OriginCheck, 'check'>;
  readonly #authentication: RequestAuthentication;
  readonly #warn: (message: string) => void;
  #warned = false;

  constructor(
    upload: Upload,
    origins: Pick<OriginCheck, 'check'>,
    authentication: RequestAuthentication,
    warn: (message: string) => void,
  ) {
    this.#upload = upload;
    this.#origins = origins;
    this.#authentication = authentication;
    this.#warn = warn;
  }

  /**
   * Sends a file. Rejects as {@link InspectionSender} says. Never encrypted, because services accept files for
   * inspection unencrypted only.
   */
  async inspect(
    {file, url, asFile, authorization}: InspectionOfPage,
    signal: AbortSignal,
    onProgress: (share: number) => void = () => undefined,
  ): Promise<InspectionAnswer> {
    if (authorization?.name === 'signature') this.#checkSignature(authorization.encrypts);
    const request = {
      url,
      method: 'POST',
      headers: {
        'Content-Type': asFile ? FILE_BODY : JSON_BODY,
        Accept: `application/json, ${PROBLEM}`,
      },
      body: asFile ? file : await inspectionBody(file, signal),
    } as const;
    const sending = sendAuthenticated({
      authenticate: () => this.#authenticated(request, authorization),
      send: (sent) =>
        // The service may be another than ours, which has no address for probes.
        this.#origins.check(
          url,
          () => this.#upload.send({...sent.request, timeout: TIMEOUT_MS, signal, onProgress}),
          url,
        ),
      correctClock: (refusal, {correction}) =>
        this.#authentication.correctClock(refusal.getResponseHeader('Date'), correction),
    });
    const answer = await sending.catch(async (thrown: unknown) => {
      // The browser reports a file that it cannot read any more like a network that is gone.
      signal.throwIfAborted();
      await fileBytes(file.slice(0, 1));
      throw thrown;
    });
    return {
      status: answer.status,
      body: answer.responseText,
      retryAfter: answer.getResponseHeader('Retry-After'),
    };
  }

  async #authenticated<R extends Parameters<RequestAuthentication['authenticate']>[0]>(
    request: R,
    authorization?: Authorization,
  ): Promise<{request: R; correction?: number}> {
    return authorization ? this.#authentication.authenticate(request, authorization) : {request};
  }

  /**
   * Warns of a secret in the page, once in this worker, because a page that only inspects has no code for it. A
   * page that also captures has warned already, and so warns twice, which is cheaper than telling every worker.
   */
  #checkSignature(encrypts: boolean): void {
    if (!this.#warned) this.#warn(SECRET_IN_PAGE);
    this.#warned = true;
    if (!encrypts) return;
    const message =
      'Files to be inspected cannot be encrypted: give protection without encryptRequests.';
    throw new SealedCaptureError('configuration_invalid', message);
  }
}
