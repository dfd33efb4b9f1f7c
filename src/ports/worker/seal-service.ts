import type {Authorization} from '../../model/authorization.js';
import {SealedCaptureError} from '../../model/errors.js';
import {retryAfterOf} from '../../model/retry-after.js';
import type {SealRequest} from '../../model/seal-request.js';
import {serviceError} from '../../model/service-error.js';
import type {Clock} from '../clock.js';
import {authenticated} from './authenticated-request.js';
import type {Http} from '../http.js';

const SEAL_TIMEOUT_MS = 30_000;

export interface SealCall {
  endpoint: string;
  /** Headers that authenticate. */
  authorization: Authorization;
  /** The time of sending is added to it. */
  request: Omit<SealRequest, 'requestedAt'>;
  signal: AbortSignal;
}

/** Asks the service for seals. */
export class SealService {
  readonly #http: Http;
  readonly #clock: Clock;

  constructor(http: Http, clock: Clock) {
    this.#http = http;
    this.#clock = clock;
  }

  /** The manifest store that seals the capture. Rejects with the code of what went wrong. */
  async seal({endpoint, authorization, request, signal}: SealCall): Promise<ArrayBuffer> {
    const requestedAt = new Date(this.#clock.now()).toISOString();
    const {status, headers, body} = await this.#http.send(
      await authenticated(
        {
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
        },
        authorization,
      ),
    );
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
