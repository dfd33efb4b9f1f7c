import {isUnreached, SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Http, HttpAnswer, HttpRequest} from '../../ports/browser/http.js';
import type {Probe} from '../../ports/browser/probe.js';

const LIMIT_MS = 5_000;

/**
 * Origins of pages that an app serves from its own files: own schemes, files (`null`), Capacitor's, and that of Android's
 * asset loader.
 */
const SERVED_BY_APP = /^(?!https?:)|^https?:\/\/(localhost|appassets\.androidplatform\.net)$/;

export interface OriginCheckOptions {
  /** Origin of the page. */
  origin: string;
  isOnline: () => boolean;
  /**
   * Warns the page's developer; called once for each origin of a service, and for each address that does not answer. Each
   * worker warns for itself.
   */
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
 *
 * Where the service of {@link send} gives no answer, the page's own server is asked as well. If that answers, there is a
 * network, and the failure is the service's: `service_unreachable`, or `timeout`. If neither does, it is `network_failed`.
 * An app that serves its pages itself answers without a network: there, only the browser's own report counts.
 */
export class OriginCheck implements Http {
  readonly #http: Http & Probe;
  readonly #options: OriginCheckOptions;
  readonly #warned = new Set<string>();

  constructor(http: Http & Probe, options: OriginCheckOptions) {
    this.#http = http;
    this.#options = options;
  }

  async send(request: HttpRequest): Promise<HttpAnswer> {
    const {url} = request;
    try {
      return await this.check(url, () => this.#http.send(request));
    } catch (thrown) {
      const isUnanswered = thrown instanceof SealedCaptureError && isUnreached(thrown.code);
      throw isUnanswered ? await this.#unanswered(url, thrown) : thrown;
    }
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

  /** True if the page's own server answers. */
  async hasNetwork(): Promise<boolean> {
    const {origin, isOnline} = this.#options;
    if (!isOnline()) return false;
    // Not by GET, which a service worker may answer from its cache.
    return (
      SERVED_BY_APP.test(origin) ||
      (await this.#http.answers(`${origin}/`, 'no-cors', LIMIT_MS, 'HEAD'))
    );
  }

  async #isRefused(probe: string): Promise<boolean> {
    const {origin, isOnline} = this.#options;
    if (new URL(probe).origin === origin || !isOnline()) return false;
    if (!(await this.#http.answers(probe, 'no-cors', LIMIT_MS))) return false;
    return !(await this.#http.answers(probe, 'cors', LIMIT_MS));
  }

  async #unanswered(url: string, cause: SealedCaptureError): Promise<SealedCaptureError> {
    if (!(await this.hasNetwork())) {
      return new SealedCaptureError('network_failed', 'There is no network.', {cause});
    }
    const address = url.replace(/\/[^/]*$/, '');
    const message = `The service does not answer at ${address}. Is it running, and is baseUrl its address?`;
    this.#warnOnce(address, message);
    const code = cause.code === 'timeout' ? 'timeout' : 'service_unreachable';
    return new SealedCaptureError(code, message, {cause});
  }

  #refusal(url: string, cause: unknown): SealedCaptureError {
    const {origin} = this.#options;
    const service = new URL(url).origin;
    const message =
      `This page’s origin is not allowed by the service: add ${origin} to SEALED_CAPTURE_ALLOWED_ORIGINS ` +
      `at ${service}, or to the CORS settings in front of it.`;
    this.#warnOnce(service, message);
    return new SealedCaptureError('origin_not_allowed', message, {cause});
  }

  /** @param about address that the message is about */
  #warnOnce(about: string, message: string): void {
    if (!this.#warned.has(about)) this.#options.warn(`sealed-capture: ${message}`);
    this.#warned.add(about);
  }
}

/** The address of the service's `/healthz`, beside its base address, which may end with the environment. */
const healthOf = (url: string): string =>
  new URL('healthz', url.replace(/(\/sandbox)?\/[^/]*$/, '')).href;
