import {
  isElsewhere,
  receiptOf,
  redirected,
  type DeliveryAnswer,
  type Receipt,
} from '@sealed-capture/seal/model/delivery/answer.js';
import {toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {DeliveryContext} from '@sealed-capture/seal/model/protection-config.js';
import type {Http, HttpAnswer} from '../ports/browser/http.js';
import type {Probe} from '../ports/browser/probe.js';
import type {Upload} from '../ports/browser/upload.js';
import {explained} from './hidden-answer.js';
import {headersOf} from './readable-headers.js';

/** Sends requests. `upload` is present only with XMLHttpRequest, the one API that reports progress. */
export interface HttpDeliveryPorts {
  upload?: Upload;
  http: Http & Probe;
}

export interface FileRequest {
  url: string;
  method: 'POST' | 'PUT';
  headers: Record<string, string>;
  body: Blob;
  signal: AbortSignal;
}

/** What all requests of a delivery have in common; see `HttpDeliverySettings`. */
interface FileRequestSettings {
  credentials?: RequestCredentials;
  storedField?: string;
}

/** Sends files, each in one request, and decides from the answers whether the server has them. */
export class FileRequests {
  readonly #ports: HttpDeliveryPorts;
  readonly #settings: FileRequestSettings;
  readonly #patience: number;
  /** The origin whose last answer proved that it has the file. */
  #proven?: string;

  /** @param patience milliseconds without progress until `timeout` */
  constructor(ports: HttpDeliveryPorts, settings: FileRequestSettings, patience: number) {
    this.#ports = ports;
    this.#settings = settings;
    this.#patience = patience;
  }

  /** Resolves to the file's location, if known, once the server has the file. */
  async send(
    asked: URL,
    sent: FileRequest,
    onProgress: DeliveryContext['onProgress'],
  ): Promise<string | undefined> {
    try {
      return await this.#send(asked, sent, onProgress);
    } catch (thrown) {
      throw await explained(thrown, asked, this.#ports.http);
    }
  }

  /**
   * XMLHttpRequest hides a redirect to the same address, after which a GET without the file may have been answered. So it is
   * used only for a server whose answers prove what they say; all others get their files by `fetch`.
   */
  async #send(
    asked: URL,
    sent: FileRequest,
    onProgress: DeliveryContext['onProgress'],
  ): Promise<string | undefined> {
    const {storedField} = this.#settings;
    const judge = (answer: DeliveryAnswer) => receiptOf(asked, answer, sent.body, storedField);
    if (this.#proven === asked.origin) {
      const answer = await this.#byUpload(sent, onProgress);
      const receipt = answer && (await judge(answer));
      if (receipt?.name === 'stored') return receipt.location;
      this.#proven = undefined;
      if (answer && isElsewhere(asked, answer.address)) throw redirected(asked, answer);
    }
    let answer = await this.#byFetch(sent, onProgress);
    let receipt = await judge(answer);
    if (receipt.name === 'stored' && !answer.isDirect && answer.status === CREATED) {
      // A 303 may have led to an address that answers each GET so.
      const {status} = await this.#askWithoutFile(sent, answer);
      if (status === CREATED) receipt = {name: 'unproven'};
    } else if (
      receipt.name === 'unproven' &&
      !(await this.#answersWithoutFile(sent, answer, judge))
    ) {
      answer = await this.#byFetch({...sent, url: answer.address}, onProgress);
      // As of a sign-in page that takes no files.
      if ([404, 405].includes(answer.status)) throw redirected(asked, answer);
      receipt = await judge(answer);
    }
    if (receipt.name === 'unproven') throw redirected(asked, answer);
    if (receipt.isProven) this.#proven = asked.origin;
    return receipt.location;
  }

  /**
   * After a redirect, the file is sent to the address that has answered, because no page learns whether the redirect
   * has dropped it. An address that answers a GET in the same way, such as a sign-in, says nothing of the file.
   */
  async #answersWithoutFile(
    sent: FileRequest,
    answered: DeliveryAnswer,
    judge: (answer: DeliveryAnswer) => Promise<Receipt>,
  ): Promise<boolean> {
    const answer = await this.#askWithoutFile(sent, answered);
    try {
      await judge(answer);
      return true;
    } catch (thrown) {
      // A server that is busy may answer otherwise the next time.
      const {code} = toSealedCaptureError(thrown, 'internal_error');
      if (code === 'service_unavailable' || code === 'rate_limited') throw thrown;
      return false;
    }
  }

  async #askWithoutFile(
    {headers, signal}: FileRequest,
    {address: url}: DeliveryAnswer,
  ): Promise<DeliveryAnswer> {
    const {credentials = 'same-origin'} = this.#settings;
    const timeout = this.#patience;
    const request = {url, method: 'GET' as const, headers: asking(headers), credentials, timeout};
    return answerOf(await this.#ports.http.send({...request, signal, redirect: 'follow'}), url);
  }

  async #byUpload(
    sent: FileRequest,
    onProgress: DeliveryContext['onProgress'],
  ): Promise<DeliveryAnswer | undefined> {
    const {size} = sent.body;
    const {credentials = 'same-origin'} = this.#settings;
    // XMLHttpRequest always sends cookies to the page's own origin.
    const isOwn = new URL(sent.url).origin === globalThis.location?.origin;
    if (isOwn && credentials === 'omit') return undefined;
    const answer = await this.#ports.upload?.send({
      ...sent,
      withCredentials: credentials === 'include',
      timeout: this.#patience,
      onProgress: (share) => onProgress(Math.round(share * size), size),
    });
    if (!answer) return undefined;
    const {status, responseText: body, responseURL: address} = answer;
    return {status, headers: headersOf(answer), body, address, isDirect: false};
  }

  async #byFetch(
    sent: FileRequest,
    onProgress: DeliveryContext['onProgress'],
  ): Promise<DeliveryAnswer> {
    const {size} = sent.body;
    const {credentials = 'same-origin'} = this.#settings;
    const timeout = this.#patience + Math.ceil(size / SLOWEST_BYTES_PER_MS);
    const answer = await this.#ports.http.send({...sent, credentials, timeout, redirect: 'follow'});
    onProgress(size, size);
    return answerOf(answer, sent.url);
  }
}

function answerOf(
  {status, headers, body, redirectedTo}: HttpAnswer,
  asked: string,
): DeliveryAnswer {
  const address = redirectedTo ?? asked;
  const isDirect = !redirectedTo;
  return {status, headers, body: new TextDecoder().decode(body), address, isDirect};
}

/** The headers of a request without the file: those that say who asks. */
function asking(headers: Readonly<Record<string, string>>): Record<string, string> {
  const ofFile = ['content-type', 'content-disposition', 'idempotency-key'];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofFile.includes(name)));
}

/** The status of an upload that made something. */
const CREATED = 201;

/** `fetch` reports no progress, so the time for a whole file is limited by the speed of a slow mobile network. */
const SLOWEST_BYTES_PER_MS = 16;
