import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Http, HttpAnswer, HttpRequest} from '../../ports/browser/http.js';
import type {Probe} from '../../ports/browser/probe.js';

const LIMIT_MS = 5_000;

export interface OriginCheckOptions {
  /** Origin of the page. */
  origin: string;
  isOnline: () => boolean;
  /** Warns the page's developer; called once for each origin of a service. */
  warn: (message: string) => void;
}

/**
 * Distinguishes a service of another origin that does not allow the page's from one that cannot be reached: to a
 * page, both look like no network. After such a failure, `/healthz` of the service is requested, which needs no
 * credentials: first in `no-cors` mode, which any service answers, then with CORS. If only the first is answered,
 * the failure is `origin_not_allowed`. If both are, the network was only briefly away.
 *
 * A network's sign-in page may look like a service that answers. That does little harm, because both failures are
 * retried in the same way, or offered to be.
 */
export class OriginCheck implements Http {
  readonly #http: Http & Probe;
  readonly #options: OriginCheckOptions;
  readonly #warned = new Set<string>();

  constructor(http: Http & Probe, options: OriginCheckOptions) {
    this.#http = http;
    this.#options = options;
  }

  send(request: HttpRequest): Promise<HttpAnswer> {
    return this.check(request.url, () => this.#http.send(request));
  }

  /**
   * Checks the failure of any other request.
   *
   * @param probe address that answers a GET request, with whatever status
   */
  async check<Answer>(
    url: string,
    send: () => Promise<Answer>,
    probe = healthOf(url),
  ): Promise<Answer> {
    try {
      return await send();
    } catch (thrown) {
      const isFailed = thrown instanceof SealedCaptureError && thrown.code === 'network_failed';
      if (isFailed && (await this.#isRefused(probe))) throw this.#refusal(url, thrown);
      throw thrown;
    }
  }

  async #isRefused(probe: string): Promise<boolean> {
    const {origin, isOnline} = this.#options;
    if (new URL(probe).origin === origin || !isOnline()) return false;
    if (!(await this.#http.answers(probe, 'no-cors', LIMIT_MS))) return false;
    return !(await this.#http.answers(probe, 'cors', LIMIT_MS));
  }

  #refusal(url: string, cause: unknown): SealedCaptureError {
    const {origin, warn} = this.#options;
    const service = new URL(url).origin;
    const message =
      `This page’s origin is not allowed by the service: add ${origin} to SEALED_CAPTURE_ALLOWED_ORIGINS ` +
      `at ${service}, or to the CORS settings in front of it.`;
    if (!this.#warned.has(service)) warn(`sealed-capture: ${message}`);
    this.#warned.add(service);
    return new SealedCaptureError('origin_not_allowed', message, {cause});
  }
}

/** The address of the service's `/healthz`, beside its base address, which may end with the environment. */
const healthOf = (url: string): string =>
  new URL('healthz', url.replace(/(\/sandbox)?\/[^/]*$/, '')).href;
