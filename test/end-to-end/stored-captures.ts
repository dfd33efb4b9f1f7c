import type {Page} from '@playwright/test';

interface StoredMedia {
  captureId: string;
  blob?: Blob;
  bytes?: ArrayBuffer;
}

/** The storage of a page's origin, read and written without the package's code. */
export class StoredCaptures {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Ids of the captures whose media are stored. */
  async ids(): Promise<string[]> {
    const all = await this.sizes();
    return all.filter(({size}) => size !== undefined).map(({captureId}) => captureId);
  }

  /** The states of all captures, as readable text. */
  async states(): Promise<Map<string, string>> {
    const entries = await this.#page.evaluate(async () => {
      const jobs = await new Promise<{captureId: string; state: object}[]>((resolve, reject) => {
        const opening = indexedDB.open('sealed-capture');
        opening.onerror = () => reject(new Error(opening.error?.message));
        opening.onsuccess = () => {
          const all = opening.result.transaction('jobs').objectStore('jobs').getAll();
          all.onerror = () => reject(new Error(all.error?.message));
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result as {captureId: string; state: object}[]);
          };
        };
      });
      return jobs.map(({captureId, state}) => {
        const readable = JSON.stringify({...state, manifest: undefined});
        return [captureId, readable] as const;
      });
    });
    // Playwright passes no Map on.
    return new Map(entries);
  }

  /** Each stored capture with the size of its media in bytes; without a size if one of its two entries is missing. */
  sizes(): Promise<{captureId: string; size?: number}[]> {
    return this.#page.evaluate(async () => {
      const {jobs, media} = await new Promise<{jobs: string[]; media: StoredMedia[]}>(
        (resolve, reject) => {
          const opening = indexedDB.open('sealed-capture');
          opening.onerror = () => reject(new Error(opening.error?.message));
          opening.onsuccess = () => {
            const transaction = opening.result.transaction(['jobs', 'media']);
            const jobs = transaction.objectStore('jobs').getAllKeys();
            const media = transaction.objectStore('media').getAll();
            transaction.onabort = () => reject(new Error(transaction.error?.message));
            transaction.oncomplete = () => {
              opening.result.close();
              resolve({jobs: jobs.result.map(String), media: media.result as StoredMedia[]});
            };
          };
        },
      );
      const ids = new Set([...jobs, ...media.map(({captureId}) => captureId)]);
      return [...ids].map((captureId) => {
        const kept = media.find((one) => one.captureId === captureId);
        const size = kept?.blob?.size ?? kept?.bytes?.byteLength;
        return {captureId, size: jobs.includes(captureId) ? size : undefined};
      });
    });
  }

  /** Makes the storage stop answering for as long as the page is open. Resolves with false if there is none yet. */
  hang(): Promise<boolean> {
    return this.#page.evaluate(async () => {
      if ((await indexedDB.databases()).length === 0) return false;
      return new Promise<boolean>((resolve, reject) => {
        const request = indexedDB.open('sealed-capture');
        request.onerror = () => reject(new Error('The database could not be opened.'));
        request.onsuccess = () => {
          const database = request.result;
          const stores = [...database.objectStoreNames];
          const jobs = database.transaction(stores, 'readwrite').objectStore('jobs');
          const first = jobs.count();
          first.onsuccess = () => {
            resolve(true);
            jobs.count().onsuccess = first.onsuccess;
          };
        };
      });
    });
  }

  putMedia(record: {captureId: string; bytes: number[]; sha256: number[]}): Promise<void> {
    return this.#write('media', record.captureId, record);
  }

  /** Changes one byte of a picture so that it stays a picture, and keeps the hash that was stored with it. */
  async changeByte(captureId: string, at: number): Promise<void> {
    const {bytes, sha256} = await this.#page.evaluate(async (captureId) => {
      const stored = await new Promise<StoredMedia>((resolve, reject) => {
        const opening = indexedDB.open('sealed-capture');
        opening.onerror = () => reject(new Error(opening.error?.message));
        opening.onsuccess = () => {
          const reading = opening.result.transaction('media').objectStore('media').get(captureId);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result as StoredMedia);
          };
        };
      });
      const bytes = stored.bytes ?? (await stored.blob?.arrayBuffer()) ?? new ArrayBuffer(0);
      const sha256 = await crypto.subtle.digest('SHA-256', bytes);
      return {bytes: [...new Uint8Array(bytes)], sha256: [...new Uint8Array(sha256)]};
    }, captureId);
    const changed = bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
    await this.putMedia({captureId, bytes: changed, sha256});
  }

  removeMedia(captureId: string): Promise<void> {
    return this.#write('media', captureId, undefined);
  }

  putJob(record: object): Promise<void> {
    return this.#write('jobs', '', record);
  }

  /** Overwrites these fields of the stored job. */
  changeJob(captureId: string, fields: object): Promise<void> {
    return this.#write('jobs', captureId, fields);
  }

  #write(store: string, captureId: string, record: object | undefined): Promise<void> {
    return this.#page.evaluate(
      ({store, captureId, record}) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('sealed-capture');
          opening.onerror = () => reject(new Error(opening.error?.message));
          opening.onsuccess = () => {
            const database = opening.result;
            const transaction = database.transaction(store, 'readwrite');
            const entries = transaction.objectStore(store);
            if (!record) entries.delete(captureId);
            else if (store === 'media') {
              const {bytes, sha256} = record as {bytes: number[]; sha256: number[]};
              const buffer = (numbers: number[]) => Uint8Array.from(numbers).buffer;
              entries.put({captureId, bytes: buffer(bytes), sha256: buffer(sha256)});
            } else {
              const before = entries.get(captureId);
              before.onsuccess = () => entries.put({...(before.result as object), ...record});
            }
            transaction.onabort = () => reject(new Error(transaction.error?.message));
            transaction.oncomplete = () => {
              database.close();
              resolve();
            };
          };
        }),
      {store, captureId, record},
    );
  }

  /**
   * Creates the storage with version 1 of its schema and three captures: one is waiting, one is being sealed, one has
   * failed.
   */
  createVersion1(
    endpoint: string,
    count: number,
  ): Promise<{captureId: string; rawDigest: string}[]> {
    return this.#page.evaluate(
      async ({endpoint, count}) => {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open('sealed-capture', 1);
          opening.onerror = () => reject(new Error(opening.error?.message));
          opening.onsuccess = () => resolve(opening.result);
          opening.onupgradeneeded = () => {
            const jobs = opening.result.createObjectStore('jobs', {keyPath: 'captureId'});
            jobs.createIndex('by-state', ['endpoint', 'state.name', 'capturedAt']);
            opening.result.createObjectStore('media', {keyPath: 'captureId'});
          };
        });
        const made: {captureId: string; rawDigest: string}[] = [];
        const states = [
          {name: 'waiting', dueAt: Date.now(), attempts: 0},
          {name: 'sealing', owner: 'gone', leaseUntil: Date.now() + 50_000, attempts: 1},
          {
            name: 'failed',
            failure: {code: 'service_unavailable', message: 'It was down.', status: 503},
            attempts: 10,
          },
        ];
        for (let at = 0; at < count; at++) {
          const canvas = new OffscreenCanvas(8 + at, 8);
          canvas.getContext('2d')?.fillRect(1, 1, 3, 3);
          const bytes = await (await canvas.convertToBlob({type: 'image/jpeg'})).arrayBuffer();
          const sha256 = await crypto.subtle.digest('SHA-256', bytes);
          const captureId = crypto.randomUUID();
          const capturedAt = new Date(Date.now() - 86_400_000 + at).toISOString();
          const job = {
            captureId,
            mode: 'image',
            mediaType: 'image/jpeg',
            endpoint,
            capturedAt,
            visit: 'gone',
            metadata: {capturedAt},
            state: states[at % states.length],
          };
          await new Promise<void>((resolve, reject) => {
            const transaction = database.transaction(['jobs', 'media'], 'readwrite');
            transaction.objectStore('media').add({captureId, bytes, sha256});
            transaction.objectStore('jobs').add(job);
            transaction.oncomplete = () => resolve();
            transaction.onabort = () => reject(new Error(transaction.error?.message));
          });
          const rawDigest = Array.from(new Uint8Array(sha256), (byte) =>
            byte.toString(16).padStart(2, '0'),
          ).join('');
          made.push({captureId, rawDigest});
        }
        database.close();
        return made;
      },
      {endpoint, count},
    );
  }
}
