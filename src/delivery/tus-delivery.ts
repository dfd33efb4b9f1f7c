import {defaultOptions, Upload, type UploadOptions} from 'tus-js-client';
import {fileNameOf} from '@sealed-capture/seal/model/media-type.js';
import {answers, type Probe} from '../ports/browser/probe.js';
import type {DeliveryContext, FileDelivery} from '@sealed-capture/seal/model/protection-config.js';
import {
  deliveryAddress,
  headersFor,
  mergedHeaders,
  misconfigured,
  PATIENCE_MS,
  type DeliveryHeaders,
  type DeliveryHeadersSource,
  type FileToDeliver,
} from './delivery-request.js';
import {explained} from './hidden-answer.js';
import {AddressFailed} from './tus-answer.js';
import {TusAttempt} from './tus-attempt.js';
import {TusMemory, type RememberedUpload} from './tus-memory.js';

export type {DeliveryHeaders, DeliveryHeadersSource, FileToDeliver};

export interface TusDeliverySettings {
  /** The address at which the tus server creates uploads: https, or http on localhost; resolved against the page. */
  endpoint: string;
  /** Sent with each request of the protocol. */
  headers?: DeliveryHeadersSource;
  /**
   * Bytes of a request, at most. Default: the whole file in one. Set it if a proxy before the server accepts only
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

/** How tus-js-client sends requests, reads files and stores addresses. */
export type TusPorts = Required<Pick<UploadOptions, 'httpStack' | 'fileReader' | 'urlStorage'>>;

/** Attempts in which a remembered address may fail, before the upload begins anew. */
const MOST_FAILURES = 6;

export class TusDelivery implements FileDelivery {
  readonly #settings: TusDeliverySettings;
  readonly #patience: number;
  readonly #ports: TusPorts;
  readonly #probe: Probe;

  constructor(
    settings: TusDeliverySettings,
    patience = PATIENCE_MS,
    ports: TusPorts = defaultOptions,
    probe: Probe = {answers},
  ) {
    const {endpoint, chunkSize = Infinity} = settings;
    deliveryAddress(endpoint);
    if (!(chunkSize >= 1)) throw misconfigured(`chunkSize is at least 1, not ${chunkSize}.`);
    this.#settings = settings;
    this.#patience = patience;
    this.#ports = ports;
    this.#probe = probe;
  }

  async send(file: Blob, context: DeliveryContext): Promise<{location?: string}> {
    const {endpoint, headers = {}} = this.#settings;
    const address = deliveryAddress(endpoint);
    const sent = mergedHeaders(await headersFor(headers, file, context));
    const {captureId, mode, sealedAt, isRetry} = context;
    const filename = fileNameOf(captureId, file.type);
    const metadata = {captureId, mode, filename, filetype: file.type, sealedAt};
    const memory = new TusMemory(this.#ports.urlStorage, {
      captureId,
      size: file.size,
      endpoint: address,
      metadata,
    });
    const attempt = async (known?: RememberedUpload): Promise<{location?: string}> => {
      const upload = this.#uploadOf(file, address, sent, metadata, known);
      const {chunkSize = Infinity, credentials} = this.#settings;
      const made = new TusAttempt(
        upload,
        {
          file,
          explain: (thrown) => explained(thrown, address, this.#probe),
          chunkSize,
          withCredentials: credentials === 'include',
          patience: this.#patience,
          mostUnanswered: isRetry ? 1 : MOST_FAILURES,
          note: (learned) => memory.write(learned),
        },
        known,
      );
      const done = await made.run(context);
      await memory.forget();
      return done;
    };
    const known = await memory.find();
    if (!known || isUseless(known, isRetry)) return attempt();
    try {
      return await attempt(known);
    } catch (thrown) {
      // Remembered until the upload has another address: the whole server may be out of reach.
      if (thrown instanceof AddressFailed) return attempt();
      throw thrown;
    }
  }

  #uploadOf(
    file: Blob,
    endpoint: URL,
    headers: Record<string, string>,
    metadata: Record<string, string>,
    known?: RememberedUpload,
  ): Upload {
    const {chunkSize = Infinity} = this.#settings;
    const {httpStack, fileReader} = this.#ports;
    return new Upload(file, {
      endpoint: endpoint.href,
      uploadUrl: known?.url,
      headers,
      chunkSize,
      metadata,
      httpStack,
      fileReader,
      // The queue retries, and the address is remembered here.
      retryDelays: null,
      storeFingerprintForResuming: false,
      fingerprint: () => Promise.resolve(metadata['captureId'] ?? ''),
    });
  }
}

/** True for an address at which the server took nothing for long. A person who tries again does not wait for that. */
const isUseless = ({stuck, isRefused}: RememberedUpload, isRetry = false): boolean =>
  stuck >= MOST_FAILURES || (isRetry && (stuck > 0 || isRefused));
