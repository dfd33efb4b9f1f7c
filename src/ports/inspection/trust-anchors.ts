import {SealedCaptureError, failureAs} from '@sealed-capture/seal/model/errors.js';
import {isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import {serviceAddress} from '@sealed-capture/seal/model/service-address.js';
import {serviceError} from '@sealed-capture/seal/model/service-error.js';
import type {Clock} from '../browser/clock.js';
import type {Http} from '../browser/http.js';

const TIMEOUT_MS = 20_000;
/** Milliseconds for which an answer is used before the service is asked again. */
const FRESH_MS = 10 * 60_000;
/** Milliseconds for which an answer is used if the service cannot be asked. */
const KEPT_MS = 24 * 60 * 60_000;
/** In JSON, lines end in backslash and "n". */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----([\w+/=\s]|\\n)+-----END CERTIFICATE-----/;

/** Provides the trust anchors of an inspection service. */
export interface TrustAnchors {
  /**
   * The text of `trust.json` beside the address of the inspection endpoint; for a service without one, the PEM of
   * its `trust.pem`. Rejects with `network_failed`, `timeout` or `aborted`, with the error for the service's
   * status, with `response_invalid` if the answer has no certificate, and with `configuration_invalid` for an
   * invalid address.
   */
  of(inspectionUrl: string, signal: AbortSignal): Promise<string>;
}

interface Kept {
  text: string;
  since: number;
}

/**
 * Asks the service, in one visit again after ten minutes. Its last answer is used for a day while it cannot be
 * reached or fails (5xx), but not after any other answer: it may have withdrawn its anchors.
 */
export class ServiceTrustAnchors implements TrustAnchors {
  readonly #http: Http;
  readonly #clock: Clock;
  readonly #base: () => string;
  readonly #kept = new Map<string, Kept>();

  /** @param base returns the base of relative addresses */
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

  /** Undefined if an older service does not know the address. */
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
  return isUnanswered(code) || status === 429 || status >= 500;
}

function beside(inspectionUrl: string, base: string): [string, string] {
  const address = serviceAddress(inspectionUrl, base);
  return [new URL('trust.json', address).href, new URL('trust.pem', address).href];
}
