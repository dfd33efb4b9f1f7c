import {FILE_BODY} from '@sealed-capture/seal/model/inspection/body-types.js';
import {listAt, number, object} from '@sealed-capture/seal/model/json/loose-json.js';
import {parseJson} from '@sealed-capture/seal/model/service-error.js';
import {serviceAddress} from '@sealed-capture/seal/model/service-address.js';
import type {Clock} from '../browser/clock.js';
import type {Http} from '../browser/http.js';

const TIMEOUT_MS = 5_000;
/** Milliseconds for which an answer, or none, is used before the service is asked again. */
const FRESH_MS = 10 * 60_000;

/** What a service accepts; undefined where it does not say. */
export interface FileLimits {
  /** Largest image in bytes. */
  image?: number;
  /** Largest file of any other kind in bytes. */
  other?: number;
  /** True if it takes a file as it is, which saves a quarter of the bytes of one as Base64 in JSON. */
  takesFile?: boolean;
}

/** Tells what an inspection service accepts. */
export interface InspectionLimits {
  /** What `GET` of the inspection endpoint says; nothing if it cannot be asked. Rejects if `signal` aborts. */
  of(inspectionUrl: string, signal: AbortSignal): Promise<FileLimits>;
}

/** Asks the service once in ten minutes. */
export class ServiceInspectionLimits implements InspectionLimits {
  readonly #http: Http;
  readonly #clock: Clock;
  readonly #base: () => string;
  readonly #kept = new Map<string, {limits: FileLimits; since: number}>();

  /** @param base returns the base of relative addresses */
  constructor(http: Http, clock: Clock, base = () => document.baseURI) {
    this.#http = http;
    this.#clock = clock;
    this.#base = base;
  }

  async of(inspectionUrl: string, signal: AbortSignal): Promise<FileLimits> {
    const {href} = serviceAddress(inspectionUrl, this.#base());
    const kept = this.#kept.get(href);
    const now = this.#clock.now();
    if (kept && Math.abs(now - kept.since) < FRESH_MS) return kept.limits;
    const limits = await this.#ask(href, signal);
    this.#kept.set(href, {limits, since: now});
    return limits;
  }

  async #ask(url: string, signal: AbortSignal): Promise<FileLimits> {
    try {
      const {status, body} = await this.#http.send({
        url,
        method: 'GET',
        headers: {Accept: 'application/json'},
        timeout: TIMEOUT_MS,
        signal,
      });
      const answer = status === 200 ? object(parseJson(new TextDecoder().decode(body))) : undefined;
      return {
        image: number(answer?.['imageLimit']),
        other: number(answer?.['otherLimit']),
        takesFile: listAt(answer, 'bodyTypes').includes(FILE_BODY),
      };
    } catch {
      signal.throwIfAborted();
      return {};
    }
  }
}
