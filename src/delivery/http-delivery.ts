import {SealedCaptureError, type ErrorCode} from '../model/errors.js';
import {
  isElsewhere,
  receiptOf,
  redirected,
  type DeliveryAnswer,
  type Receipt,
} from '../model/delivery/answer.js';
import {isRecord} from '../model/json/record.js';
import {fileNameOf} from '../model/media-type.js';
import type {DeliveryContext, FileDelivery} from '../model/protection-config.js';
import {BrowserHttp, type Http, type HttpAnswer} from '../ports/browser/http.js';
import {BrowserUpload, type Upload} from '../ports/browser/upload.js';
import {
  askPage,
  deliveryAddress,
  headersFor,
  mergedHeaders,
  misconfigured,
  PATIENCE_MS,
  unreachable,
  type DeliveryHeaders,
  type DeliveryHeadersSource,
  type FileToDeliver,
} from './delivery-request.js';
import {headersOf} from './readable-headers.js';

export type {DeliveryHeaders, DeliveryHeadersSource, FileToDeliver};

/** Where and how one file is sent. */
export interface UploadTarget {
  url: string;
  /** Default: that of the settings. */
  method?: 'POST' | 'PUT';
  /** In addition to those of the settings. Null removes a header that a presigned address does not allow. */
  headers?: DeliveryHeaders;
}

export interface HttpDeliverySettings {
  /**
   * The upload address: https, or http on localhost; resolved against the page. Or a function that returns it for
   * each attempt, such as a presigned one.
   */
  url: string | ((file: FileToDeliver) => UploadTarget | Promise<UploadTarget>);
  /** Default POST. */
  method?: 'POST' | 'PUT';
  /** Sent in addition to `Content-Type`, `Idempotency-Key` and `Content-Disposition`, or instead of them. */
  headers?: DeliveryHeadersSource;
  /** Whether cookies are sent, as for `fetch`. Default `same-origin`. */
  credentials?: RequestCredentials;
  /**
   * Name of a field in the JSON of each answer, which says whether the file is stored: it is not if the field is missing, or
   * `false`, `null`, 0 or empty. Without it, `{"success": false}` and `{"ok": false}` are failures.
   */
  storedField?: string;
}

/** Sends requests. `upload` is present only with XMLHttpRequest, the one API that reports progress. */
export interface HttpDeliveryPorts {
  upload?: Upload;
  http: Http;
}

interface FileRequest {
  url: string;
  method: 'POST' | 'PUT';
  headers: Record<string, string>;
  body: Blob;
  signal: AbortSignal;
}

/**
 * Uploads each sealed file in one request. Throws `configuration_invalid` for settings that cannot be used.
 *
 * @example
 * element.delivery = createHttpDelivery({url: 'https://app.example/uploads'});
 *
 * @example A presigned address, such as one of S3.
 * element.delivery = createHttpDelivery({
 *   method: 'PUT',
 *   url: async ({captureId, mediaType, signal}) => {
 *     const answer = await fetch(`/presign?id=${captureId}&type=${mediaType}`, {signal});
 *     if (!answer.ok) throw new Error(`No address: ${answer.status}`);
 *     const {url} = await answer.json();
 *     return {url, headers: {'Idempotency-Key': null, 'Content-Disposition': null}};
 *   },
 * });
 */
export const createHttpDelivery = (settings: HttpDeliverySettings): FileDelivery =>
  new HttpDelivery(settings, {
    upload: 'XMLHttpRequest' in globalThis ? new BrowserUpload() : undefined,
    http: new BrowserHttp(),
  });

export class HttpDelivery implements FileDelivery {
  readonly #settings: HttpDeliverySettings;
  readonly #ports: HttpDeliveryPorts;
  readonly #patience: number;
  /** The origin whose last answer proved that it has the file. */
  #proven?: string;

  constructor(settings: HttpDeliverySettings, ports: HttpDeliveryPorts, patience = PATIENCE_MS) {
    if (typeof settings.url !== 'function') deliveryAddress(settings.url);
    refuseMethod(settings.method);
    this.#settings = settings;
    this.#ports = ports;
    this.#patience = patience;
  }

  async send(file: Blob, context: DeliveryContext): Promise<{location?: string}> {
    const {captureId} = context;
    const {url, method: usual, headers = {}} = this.#settings;
    const target = typeof url === 'function' ? await askPage(url, file, context) : {url};
    if (!isRecord(target)) throw misconfigured('The function `url` must return {url}.');
    const {method = usual ?? 'POST', headers: further = {}} = target;
    refuseMethod(method);
    const address = deliveryAddress(target.url);
    const sent: FileRequest = {
      url: address.href,
      method,
      headers: mergedHeaders(
        {
          'Content-Type': file.type || 'application/octet-stream',
          'Idempotency-Key': captureId,
          'Content-Disposition': `attachment; filename="${fileNameOf(captureId, file.type)}"`,
        },
        await headersFor(headers, file, context),
        further,
      ),
      body: file,
      signal: context.signal,
    };
    try {
      return {location: await this.#send(address, sent, context.onProgress)};
    } catch (thrown) {
      const isUnreachable =
        thrown instanceof SealedCaptureError && thrown.code === 'network_failed';
      throw isUnreachable ? unreachable(thrown) : thrown;
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
    if (receipt.name === 'unproven' && !(await this.#answersWithoutFile(sent, answer, judge))) {
      answer = await this.#byFetch({...sent, url: answer.address}, onProgress);
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
    {headers, signal}: FileRequest,
    {address: url}: DeliveryAnswer,
    judge: (answer: DeliveryAnswer) => Promise<Receipt>,
  ): Promise<boolean> {
    const {credentials = 'same-origin'} = this.#settings;
    const timeout = this.#patience;
    try {
      const request = {url, headers: asking(headers), credentials, timeout, signal};
      const answer = await this.#ports.http.send({...request, method: 'GET', redirect: 'follow'});
      await judge(answerOf(answer, url));
      return true;
    } catch (thrown) {
      // Without an answer, or while the server is busy, nothing is known of the address.
      if (thrown instanceof SealedCaptureError && refusals.has(thrown.code)) return false;
      throw thrown;
    }
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

/** How an address that takes no uploads by GET answers one. */
const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'request_rejected',
  'response_invalid',
  'unauthorized',
]);

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

/** `fetch` reports no progress, so the time for a whole file is limited by the speed of a slow mobile network. */
const SLOWEST_BYTES_PER_MS = 16;

function refuseMethod(method?: string): void {
  if (method === undefined || method === 'POST' || method === 'PUT') return;
  throw misconfigured(`Uploads are sent by POST or PUT, not by ${String(method)}.`);
}
