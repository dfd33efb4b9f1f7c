import type {UploadOptions} from 'tus-js-client';
import {number, textAt, valueAt} from '@sealed-capture/seal/model/json/loose-json.js';

export type UrlStorage = NonNullable<UploadOptions['urlStorage']>;

/** The address of an upload that is not complete, with what was learned of it. */
export interface RememberedUpload {
  url: string;
  /** Bytes that the server had when it was last asked. */
  offset: number;
  /** Attempts in a row in which the address did not say how much it has. */
  unanswered: number;
  /** Attempts in a row after which the server had no more bytes than before. */
  stuck: number;
  /** The request with the last bytes was not answered with success: what the server has may be refused. */
  isRefused: boolean;
}

/** What an address must have been remembered for, so that it is used again. */
export interface RememberedFor {
  captureId: string;
  size: number;
  endpoint: URL;
  metadata: Record<string, string>;
}

const OURS = 'sealed-capture-';
/** Longer than tus servers keep interrupted uploads. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 60 * 60_000;

/** The address without the query, which may contain a token. */
const placeOf = ({origin, pathname}: URL): string => origin + pathname;

/** Remembers the address of one file's upload, in the storage of tus-js-client. */
export class TusMemory {
  readonly #storage: UrlStorage;
  readonly #for: RememberedFor;

  constructor(storage: UrlStorage, file: RememberedFor) {
    this.#storage = storage;
    this.#for = file;
  }

  /** Finds the address for the same file, and removes entries that are no longer useful. */
  async find(): Promise<RememberedUpload | undefined> {
    const {size, endpoint, metadata} = this.#for;
    await this.#removeOld();
    let found: RememberedUpload | undefined;
    for (const entry of await this.#entries()) {
      const {uploadUrl} = entry;
      const isSame =
        entry.size === size &&
        // A photo that was sealed again is another file of the same size.
        textAt(entry.metadata, 'sealedAt') === metadata['sealedAt'] &&
        textAt(entry, 'endpoint') === placeOf(endpoint);
      if (!isSame || !uploadUrl) await this.#storage.removeUpload(entry.urlStorageKey);
      else {
        found = {
          url: uploadUrl,
          offset: number(valueAt(entry, 'offset')) ?? 0,
          unanswered: number(valueAt(entry, 'unanswered')) ?? 0,
          stuck: number(valueAt(entry, 'stuck')) ?? 0,
          isRefused: valueAt(entry, 'isRefused') === true,
        };
      }
    }
    return found;
  }

  /** Replaces what is remembered. If the storage is full, an upload continues without it. */
  async write({url, ...learned}: RememberedUpload): Promise<void> {
    await this.forget();
    const {captureId, size, endpoint, metadata} = this.#for;
    const entry = {
      size,
      metadata,
      creationTime: new Date().toString(),
      urlStorageKey: '',
      uploadUrl: url,
      parallelUploadUrls: null,
      endpoint: placeOf(endpoint),
      ...learned,
    };
    try {
      await this.#storage.addUpload(OURS + captureId, entry);
    } catch {
      // The next attempt begins anew.
    }
  }

  async forget(): Promise<void> {
    for (const {urlStorageKey} of await this.#entries()) {
      await this.#storage.removeUpload(urlStorageKey);
    }
  }

  #entries() {
    return this.#storage.findUploadsByFingerprint(OURS + this.#for.captureId);
  }

  async #removeOld(): Promise<void> {
    const oldest = Date.now() - FORGOTTEN_AFTER_MS;
    for (const {urlStorageKey, creationTime} of await this.#storage.findAllUploads()) {
      const isOurs = urlStorageKey.startsWith(`tus::${OURS}`);
      if (isOurs && Date.parse(creationTime) <= oldest) {
        await this.#storage.removeUpload(urlStorageKey);
      }
    }
  }
}
