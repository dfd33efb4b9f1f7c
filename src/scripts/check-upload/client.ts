import {setTimeout as pause} from 'node:timers/promises';
import {mergedHeaders, PATIENCE_MS, type DeliveryHeaders} from '../../delivery/delivery-request.js';
import {originProblem, preflightProblem, readableHeaders, type Page} from './cors.js';
import {send, type Answer, type CheckRequest, type Outcome} from './request.js';
import type {CheckSettings} from './settings.js';

/** Milliseconds for which the check waits. */
export interface Waits {
  /** For an answer: as long as the elements. */
  patience: number;
  /** For the server to take the bytes of a connection before that is cut. */
  cut: number;
  /** For an upload that was cut to be free again. */
  lock: number;
  /** For a refusal of a file that is announced and not sent. */
  refusal: number;
}

export const usualWaits: Waits = {
  patience: PATIENCE_MS,
  cut: 1_000,
  lock: 15_000,
  refusal: 5_000,
};

/** The elements wait another millisecond for each of these bytes. */
const SLOWEST_BYTES_PER_MS = 16;

/** Names that browsers need not ask for before they send a header, or that no page can set. */
const notAsked = ['accept', 'accept-language', 'content-language', 'cookie'];

export type Sending = Omit<CheckRequest, 'headers' | 'timeout'> & {
  headers?: DeliveryHeaders;
  /** Leaves out the headers that were given to the command. */
  isAnonymous?: boolean;
};

const PAUSE_MS = 250;

/** Asks again while the upload is locked, as it may be after a connection that was cut. */
export async function untilFree(ask: () => Promise<Outcome>, patience: number): Promise<Outcome> {
  const end = performance.now() + patience;
  let outcome = await ask();
  while (isLocked(outcome) && performance.now() < end) {
    await pause(PAUSE_MS);
    outcome = await ask();
  }
  return outcome;
}

const isLocked = (outcome: Outcome): boolean =>
  outcome.name === 'answered' && [409, 423, 425].includes(outcome.status);

/** Requests that no page makes by itself. */
const notOfPages = ['OPTIONS', 'DELETE'];

/** Sends requests as a page would, and keeps the answers to those that pages send. */
export class Client {
  readonly page?: Page;
  readonly waits: Waits;
  readonly answers: Answer[] = [];
  readonly #settings: CheckSettings;

  constructor(settings: CheckSettings, waits: Waits) {
    const {origin, headers} = settings;
    this.page = origin === undefined ? undefined : {origin, sendsCookies: 'cookie' in headers};
    this.#settings = settings;
    this.waits = waits;
  }

  async send({headers = {}, isAnonymous, ...request}: Sending): Promise<Outcome> {
    const size = request.body?.length ?? 0;
    const outcome = await send({
      ...request,
      headers: {
        ...this.#merged(headers, isAnonymous),
        origin: this.page?.origin ?? request.url.origin,
      },
      timeout: this.waits.patience + Math.ceil(size / SLOWEST_BYTES_PER_MS),
    });
    const isOfPages = !notOfPages.includes(request.method);
    if (outcome.name === 'answered' && isOfPages) this.answers.push(outcome);
    return outcome;
  }

  /** Why a browser would not send this request; undefined if it would. */
  async preflight(
    page: Page,
    {url, method, headers}: Pick<Sending, 'url' | 'method' | 'headers'>,
  ): Promise<string | undefined> {
    const names = Object.keys(this.#merged(headers ?? {})).filter(
      (name) => !notAsked.includes(name),
    );
    const outcome = await send({
      url,
      method: 'OPTIONS',
      headers: {
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': names.sort().join(','),
        Origin: page.origin,
      },
      timeout: this.waits.patience,
    });
    if (outcome.name === 'failed') return `did not come. ${outcome.reason}`;
    if (outcome.name === 'late') return 'did not come in time';
    return preflightProblem(outcome.status, outcome.headers, {method, names}, page);
  }

  /** The headers that the page can read. Those of an answer that it may not read at all are a fault of their own. */
  readable({headers}: Answer): Headers {
    const isHidden = this.page && originProblem(headers, this.page) !== undefined;
    return isHidden ? headers : readableHeaders(headers, this.page);
  }

  #merged(headers: DeliveryHeaders, isAnonymous = false): Record<string, string> {
    return isAnonymous ? mergedHeaders(headers) : mergedHeaders(headers, this.#settings.headers);
  }
}
