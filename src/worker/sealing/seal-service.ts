import {sendAuthenticated, type Authorization} from '../../model/authorization.js';
import {SealedCaptureError} from '../../model/errors.js';
import {retryAfterOf} from '../../model/service-error.js';
import type {SealRequest} from '../../model/seal-request.js';
import {serviceError} from '../../model/service-error.js';
import type {Clock} from '../../ports/browser/clock.js';
import type {Http, HttpRequest} from '../../ports/browser/http.js';
import {RequestAuthentication} from './authenticated-request.js';

const SEAL_TIMEOUT_MS = 30_000;

export interface SealCall {
  endpoint: string;
  authorization: Authorization;
  /** The time of sending is added to it. */
  request: Omit<SealRequest, 'requestedAt'>;
  signal: AbortSignal;
}

/** Asks the service for seals. */
export class SealService {
  readonly #http: Http;
  readonly #clock: Clock;
  readonly #authentication: RequestAuthentication;

  constructor(http: Http, clock: Clock, authentication = new RequestAuthentication(clock)) {
    this.#http = http;
    this.#clock = clock;
    this.#authentication = authentication;
  }

  /** The manifest store that seals the capture. Rejects with the code of what went wrong. */
  async seal({endpoint, authorization, request, signal}: SealCall): Promise<ArrayBuffer> {
    const requestedAt = new Date(this.#clock.now()).toISOString();
    const unsigned: HttpRequest = {
      url: `${endpoint}/seal`,
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/c2pa, application/problem+json',
        'Idempotency-Key': request.captureId,
      },
      body: JSON.stringify({...request, requestedAt}),
      timeout: SEAL_TIMEOUT_MS,
      signal,
    };
    const {status, headers, body} = await sendAuthenticated({
      authenticate: () => this.#authentication.authenticate(unsigned, authorization),
      send: (sent) => this.#http.send(sent.request),
      correctClock: (answer, {correction}) =>
        this.#authentication.correctClock(answer.headers.get('Date'), correction),
    });
    if (status !== 200) {
      // A date means what the service's clock says: the device's may be wrong.
      const now = Date.parse(headers.get('Date') ?? '') || this.#clock.now();
      const retryAfter = retryAfterOf(headers.get('Retry-After'), now);
      throw serviceError(status, new TextDecoder().decode(body), retryAfter);
    }
    if (!headers.get('Content-Type')?.startsWith('application/c2pa')) {
      throw new SealedCaptureError('response_invalid', 'What answered is not a sealing service.', {
        status,
      });
    }
    return body;
  }
}
