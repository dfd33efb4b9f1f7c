import {
  defaultOptions,
  DetailedError,
  Upload,
  type HttpRequest,
  type HttpResponse,
  type UploadOptions,
} from 'tus-js-client';
import {givenUp, SealedCaptureError} from '../model/errors.js';
import {textAt} from '../model/json/loose-json.js';
import {fileNameOf} from '../model/media-type.js';
import type {DeliveryContext, FileDelivery} from '../model/protection-config.js';
import {refuseOtherOrigin, requireSuccess} from '../model/delivery/answer.js';
import {headersOf} from './readable-headers.js';
import {
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

export type {DeliveryHeaders, DeliveryHeadersSource, FileToDeliver};

export interface TusDeliverySettings {
  /** The address at which the tus server creates uploads: https, or http on localhost; resolved against the page. */
  endpoint: string;
  /** Sent with each request of the protocol. */
  headers?: DeliveryHeadersSource;
  /**
   * Most bytes of a request. Default: the whole file in one. Set it if a proxy before the server accepts only
   * smaller requests, or forwards only complete ones: an interrupted request is lost then.
   */
  chunkSize?: number;
  /** Whether cookies are sent: only to the page's own origin, or also to the endpoint's. Default `same-origin`. */
  credentials?: 'same-origin' | 'include';
}

/**
 * Uploads each sealed file to a tus server (https://tus.io), so that an interrupted upload resumes where it was,
 * also after a reload. Requires the package `tus-js-client` 4. Throws `configuration_invalid` for invalid settings.
 *
 * @example element.delivery = createTusDelivery({endpoint: 'https://app.example/files'});
 */
export const createTusDelivery = (settings: TusDeliverySettings): FileDelivery =>
  new TusDelivery(settings);

export class TusDelivery implements FileDelivery {
  readonly #settings: TusDeliverySettings;
  readonly #patience: number;

  constructor(settings: TusDeliverySettings, patience = PATIENCE_MS) {
    const {endpoint, chunkSize = Infinity} = settings;
    deliveryAddress(endpoint);
    if (!(chunkSize >= 1)) throw misconfigured(`chunkSize is at least 1, not ${chunkSize}.`);
    this.#settings = settings;
    this.#patience = patience;
  }

  async send(file: Blob, context: DeliveryContext): Promise<{location?: string}> {
    const {captureId, mode, sealedAt} = context;
    const {endpoint, headers = {}, chunkSize = Infinity, credentials} = this.#settings;
    const address = deliveryAddress(endpoint);
    const upload = new Upload(file, {
      endpoint: address.href,
      headers: mergedHeaders(await headersFor(headers, file, context)),
      chunkSize,
      metadata: {
        captureId,
        mode,
        filename: fileNameOf(captureId, file.type),
        filetype: file.type,
        sealedAt,
      },
      // The queue retries.
      retryDelays: null,
      fingerprint: () => Promise.resolve(OURS + captureId),
      urlStorage: rememberedFor(address),
      removeFingerprintOnSuccess: true,
    });
    await resumeWhereItWas(upload, file, sealedAt, address);
    return this.#run(upload, context, credentials === 'include');
  }

  #run(
    upload: Upload,
    {signal, onProgress}: DeliveryContext,
    withCredentials: boolean,
  ): Promise<{location?: string}> {
    return new Promise((resolve, reject) => {
      let stalled: ReturnType<typeof setTimeout> | undefined;
      let isOver = false;
      const settled = (): void => {
        isOver = true;
        clearTimeout(stalled);
        signal.removeEventListener('abort', onAbort);
      };
      const fail = (error: Error): void => {
        settled();
        reject(error);
      };
      const giveUp = (error: SealedCaptureError): void => {
        fail(error);
        void upload.abort();
      };
      const onAbort = (): void => giveUp(givenUp());
      const goesOn = (): void => {
        if (isOver) return;
        clearTimeout(stalled);
        stalled = setTimeout(() => {
          const message = 'The server that takes uploads did not answer in time.';
          giveUp(new SealedCaptureError('timeout', message));
        }, this.#patience);
      };
      Object.assign(upload.options, {
        onBeforeRequest: (request) => {
          // Aborted while the library looked up the file's address.
          if (isOver) throw givenUp();
          goesOn();
          deliveryAddress(request.getURL());
          xhrOf(request).withCredentials = withCredentials;
        },
        onAfterResponse: requireUsable,
        onProgress: (sent, total) => {
          goesOn();
          onProgress(sent, total);
        },
        onSuccess: () => {
          settled();
          resolve({location: upload.url ?? undefined});
        },
        onError: (error) => fail(failureOf(error)),
      } satisfies UploadOptions);
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, {once: true});
      goesOn();
      upload.start();
    });
  }
}

const OURS = 'sealed-capture-';
/** Longer than tus servers keep interrupted uploads. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60_000;

const {urlStorage} = defaultOptions;

/** The address without the query, which may contain a token. */
const placeOf = ({origin, pathname}: URL): string => origin + pathname;

/** Where the library stores the address of each upload. If the storage is full, an upload continues without it. */
const rememberedFor = (endpoint: URL): typeof urlStorage => ({
  findAllUploads: () => urlStorage.findAllUploads(),
  findUploadsByFingerprint: (fingerprint) => urlStorage.findUploadsByFingerprint(fingerprint),
  removeUpload: (key) => urlStorage.removeUpload(key),
  addUpload: async (fingerprint, upload) => {
    const remembered = {...upload, endpoint: placeOf(endpoint)};
    try {
      return await urlStorage.addUpload(fingerprint, remembered);
    } catch {
      return '';
    }
  },
});

/** Finds the address of an interrupted upload of the same file, and removes entries that are no longer useful. */
async function resumeWhereItWas(
  upload: Upload,
  file: Blob,
  sealedAt: string,
  endpoint: URL,
): Promise<void> {
  const oldest = Date.now() - FORGOTTEN_AFTER_MS;
  for (const {urlStorageKey, creationTime} of await urlStorage.findAllUploads()) {
    if (!urlStorageKey.startsWith(`tus::${OURS}`) || Date.parse(creationTime) > oldest) continue;
    await urlStorage.removeUpload(urlStorageKey);
  }
  for (const previous of await upload.findPreviousUploads()) {
    const isSame =
      previous.size === file.size &&
      // A photo that was sealed again is another file of the same size.
      textAt(previous.metadata, 'sealedAt') === sealedAt &&
      textAt(previous, 'endpoint') === placeOf(endpoint);
    if (isSame) upload.resumeFromPreviousUpload(previous);
    else await urlStorage.removeUpload(previous.urlStorageKey);
  }
}

const xhrOf = (message: HttpRequest | HttpResponse): XMLHttpRequest =>
  message.getUnderlyingObject() as XMLHttpRequest;

/**
 * @throws {SealedCaptureError} for a response that ends the attempt: the library would start from the beginning
 *   after a temporary fault
 */
function requireUsable(request: HttpRequest, response: HttpResponse): void {
  const xhr = xhrOf(response);
  refuseOtherOrigin(deliveryAddress(request.getURL()), xhr.responseURL);
  const status = response.getStatus();
  const method = request.getMethod();
  // The server does not know the upload any more; the library starts a new one by itself.
  if (method === 'HEAD' && [403, 404, 410].includes(status)) return;
  if (method === 'PATCH' && [404, 410].includes(status)) {
    const message = 'The server that takes uploads has lost what was sent so far.';
    throw new SealedCaptureError('service_unavailable', message, {status});
  }
  // A browser may repeat a request whose connection broke after part of it had arrived. The server then refuses the
  // repetition, although the upload can be resumed.
  if (method === 'PATCH' && status === 409) {
    const message = 'The connection broke. The upload resumes with the next attempt.';
    throw new SealedCaptureError('network_failed', message, {status});
  }
  requireSuccess(status, headersOf(xhr), response.getBody());
}

/** The library's error as an error with a code. */
function failureOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error;
  const {causingError, originalResponse} = error;
  if (originalResponse) {
    const message =
      'What answered is no tus server that this page can use: the headers Location, Upload-Offset and Upload-Length must be there, and readable for the page (Access-Control-Expose-Headers).';
    const status = originalResponse.getStatus();
    return new SealedCaptureError('response_invalid', message, {status, cause: error});
  }
  // A failed request is an event here.
  if (causingError instanceof Error) return causingError;
  return unreachable(error);
}
