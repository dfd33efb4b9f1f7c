import {sendAuthenticated, type Authorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {serviceError} from '@sealed-capture/seal/model/service-error.js';
import type {Clock} from '../../ports/browser/clock.js';
import type {Http, HttpAnswer, HttpRequest} from '../../ports/browser/http.js';
import type {RequestAuthentication} from './authenticated-request.js';

const TIMEOUT_MS = 10_000;

/** Asks a service whether a capture could be sealed there. */
export class ServiceCheck {
  readonly #http: Http;
  readonly #clock: Clock;
  readonly #authentication: RequestAuthentication;

  constructor(http: Http, clock: Clock, authentication: RequestAuthentication) {
    this.#http = http;
    this.#clock = clock;
    this.#authentication = authentication;
  }

  /**
   * Rejects with the error that sealing would have: `unauthorized`, `origin_not_allowed`, or `request_rejected` and
   * `response_invalid` with a status if no sealing service is there. A service without `POST check`, which implements
   * only the reference API, is asked for a seal of nothing.
   *
   * @returns milliseconds by which the service's clock is ahead of the device's; undefined if that is not told
   */
  async check(
    endpoint: string,
    authorization: Authorization,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    let answer = await this.#ask(`${endpoint}/check`, authorization, signal);
    if (answer.status !== 204 && !isRefusal(answer)) {
      answer = await this.#ask(`${endpoint}/seal`, authorization, signal);
      if (isOfNoService(answer)) throw noService(endpoint, answer);
    }
    if (isRefusal(answer)) {
      const {status, body} = answer;
      throw serviceError(status, new TextDecoder().decode(body), undefined, endpoint);
    }
    const ahead = Date.parse(answer.headers.get('Date') ?? '') - this.#clock.now();
    return Number.isNaN(ahead) ? undefined : ahead;
  }

  #ask(url: string, authorization: Authorization, signal: AbortSignal): Promise<HttpAnswer> {
    const unsigned: HttpRequest = {
      url,
      method: 'POST',
      headers: {'Content-Type': 'application/json', Accept: 'application/problem+json'},
      body: '{}',
      timeout: TIMEOUT_MS,
      signal,
    };
    // There is nothing in the body to be encrypted.
    const plain = 'encrypts' in authorization ? {...authorization, encrypts: false} : authorization;
    return sendAuthenticated({
      authenticate: () => this.#authentication.authenticate(unsigned, plain),
      send: ({request}) => this.#http.send(request),
      correctClock: ({headers}, {correction}) =>
        this.#authentication.correctClock(headers.get('Date'), correction),
    });
  }
}

/** True for an answer that says the same at any address of a service. */
const isRefusal = ({status}: HttpAnswer): boolean =>
  [401, 403, 429].includes(status) || (status >= 500 && status !== 501);

/** True for what a server answers that has nothing at an address, or a page. A service would miss the content. */
const isOfNoService = ({status}: HttpAnswer): boolean =>
  status < 400 || [404, 405, 410, 501].includes(status);

function noService(endpoint: string, {status}: HttpAnswer): SealedCaptureError {
  const code = status < 400 ? 'response_invalid' : 'request_rejected';
  const message = `There is no sealing service at ${endpoint} (status ${status}). Set baseUrl to the address of the service.`;
  return new SealedCaptureError(code, message, {status});
}
