import {SealedCaptureError, failureAs} from '../../model/errors.js';
import {isUnanswered} from '../../model/errors/retryable.js';
import {serviceAddress} from '../../model/service-address.js';
import {serviceError} from '../../model/service-error.js';
import type {Clock} from '../browser/clock.js';
import type {Http} from '../browser/http.js';

const TIMEOUT_MS = 20_000;
/** How long an answer counts before the service is asked anew. */
const FRESH_MS = 10 * 60_000;
/** How long it counts where the service cannot be asked. */
const KEPT_MS = 24 * 60 * 60_000;
/** In JSON, lines end in two characters. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----([\w+/=\s]|\\n)+-----END CERTIFICATE-----/;

/** Says whom an inspection service trusts. */
export interface TrustAnchors {
  /**
   * The text of `trust.json` beside the address of the inspection endpoint; of a service that has none, the PEM of its
   * `trust.pem`. Rejects with
   * `network_failed`, `timeout` or `aborted`, with what the service's status says, with `response_invalid` where the
   * answer holds no certificate, and with `configuration_invalid` for what is no address.
   */
  of(inspectionUrl: string, signal: AbortSignal): Promise<string>;
}

interface Kept {
  text: string;
  since: number;
}

/**
 * Asks the service; in the same visit again after ten minutes. What it said last counts for a day while it cannot be
 * reached or fails (5xx), and no longer once it says anything else: it may have withdrawn what it trusted.
 */
export class ServiceTrustAnchors implements TrustAnchors {
  readonly #http: Http;
  readonly #clock: Clock;
  readonly #base: () => string;
  readonly #kept = new Map<string, Kept>();

  /** @param base what relative addresses are relative to */
  constructor(http: Http, clock: Clock, base = () => document.baseURI) {
    this.#http = http;
    this.#clock = clock;
    this.#base = base;
  }

  async of(inspectionUrl: string, signal: AbortSignal): Promise<string> {
    const [href, older] = beside(inspectionUrl, this.#base());
    const kept = this.#kept.get(href);
    const now = this.#clock.now();
    const age = kept ? Math.abs(now - kept.since) : Infinity;
    if (kept && age < FRESH_MS) return kept.text;
    try {
      const text = (await this.#ask(href, signal)) ?? (await this.#ask(older, signal, true));
      this.#kept.set(href, {text, since: now});
      return text;
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      if (kept && age < KEPT_MS && hasSaidNothing(thrown)) return kept.text;
      this.#kept.delete(href);
      throw thrown;
    }
  }

  /** Undefined where nothing is at an address that an older service does not know. */
  async #ask(url: string, signal: AbortSignal): Promise<string | undefined>;
  async #ask(url: string, signal: AbortSignal, isLast: true): Promise<string>;
  async #ask(url: string, signal: AbortSignal, isLast = false): Promise<string | undefined> {
    const {status, body} = await this.#http.send({
      url,
      method: 'GET',
      headers: {},
      timeout: TIMEOUT_MS,
      signal,
    });
    if (status === 404 && !isLast) return undefined;
    const text = new TextDecoder().decode(body);
    if (status !== 200) throw serviceError(status, text, undefined);
    if (CERTIFICATE.test(text)) return text;
    throw new SealedCaptureError('response_invalid', `There are no certificates at ${url}.`);
  }
}

function hasSaidNothing(thrown: unknown): boolean {
  const {code, status = 0} = failureAs('response_invalid', thrown);
  return isUnanswered(code) || status >= 500;
}

function beside(inspectionUrl: string, base: string): [string, string] {
  const address = serviceAddress(inspectionUrl, base);
  return [new URL('trust.json', address).href, new URL('trust.pem', address).href];
}
