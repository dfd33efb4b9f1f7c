import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import {fileNameOf} from '@sealed-capture/seal/model/media-type.js';
import type {DeliveryContext, FileDelivery} from '@sealed-capture/seal/model/protection-config.js';
import {BrowserHttp} from '../ports/browser/http.js';
import {BrowserUpload} from '../ports/browser/upload.js';
import {
  askPage,
  deliveryAddress,
  headersFor,
  mergedHeaders,
  misconfigured,
  PATIENCE_MS,
  type DeliveryHeaders,
  type DeliveryHeadersSource,
  type FileToDeliver,
} from './delivery-request.js';
import {FileRequests, type FileRequest, type HttpDeliveryPorts} from './file-requests.js';

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
  readonly #requests: FileRequests;

  constructor(settings: HttpDeliverySettings, ports: HttpDeliveryPorts, patience = PATIENCE_MS) {
    if (typeof settings.url !== 'function') deliveryAddress(settings.url);
    refuseMethod(settings.method);
    this.#settings = settings;
    this.#requests = new FileRequests(ports, settings, patience);
  }

  async send(file: Blob, context: DeliveryContext): Promise<{location?: string}> {
    try {
      return await this.#attempt(file, context);
    } catch (thrown) {
      const {url, headers} = this.#settings;
      const isAsked = typeof url === 'function' || typeof headers === 'function';
      if (!isAsked || !hasExpired(thrown)) throw thrown;
      return await this.#attempt(file, context, thrown.status);
    }
  }

  /** @param refused status with which the server has refused what the page gave for this file before */
  async #attempt(
    file: Blob,
    context: DeliveryContext,
    refused?: number,
  ): Promise<{location?: string}> {
    const {captureId} = context;
    const {url, method: usual, headers = {}} = this.#settings;
    const target = typeof url === 'function' ? await askPage(url, file, context, refused) : {url};
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
        await headersFor(headers, file, context, refused),
        further,
      ),
      body: file,
      signal: context.signal,
    };
    return {location: await this.#requests.send(address, sent, context.onProgress)};
  }
}

/** True for a refusal that a fresh address or token may end. Google Cloud Storage answers 400 to an address that has expired. */
const hasExpired = (thrown: unknown): thrown is SealedCaptureError =>
  thrown instanceof SealedCaptureError && [400, 401, 403, 410].includes(thrown.status ?? 0);

function refuseMethod(method?: string): void {
  if (method === undefined || method === 'POST' || method === 'PUT') return;
  throw misconfigured(`Uploads are sent by POST or PUT, not by ${String(method)}.`);
}
