import {openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction} from 'idb';
import {SealedCaptureError} from '../../model/errors.js';
import {claimed, type Job} from '../../model/job.js';
import type {Claim} from '../capture-store.js';
import {isFree} from './free-jobs.js';
import {isSameState} from './same-state.js';

/** A Blob, or a buffer with its hash; what the storage has spoilt must not be sealed. */
type StoredMedia = {captureId: string} & ({blob: Blob} | {bytes: ArrayBuffer; sha256: ArrayBuffer});

/** Jobs and media apart, so that looking through the jobs never loads media. */
interface Schema extends DBSchema {
  jobs: {
    key: string;
    value: Job;
    indexes: {'by-state': [endpoint: string, state: string, capturedAt: string]};
  };
  media: {key: string; value: StoredMedia};
}

export const DATABASE_NAME = 'sealed-capture';
const VERSION = 1;
const stores = ['jobs', 'media'] as const;

type Transaction = IDBPTransaction<Schema, ('jobs' | 'media')[], 'readwrite'>;

/** Captures in IndexedDB: each call is one transaction, durable once it resolves. */
export class CaptureDatabase {
  readonly #name: string;
  readonly #openDatabase: typeof openDB;
  #connection?: Promise<IDBPDatabase<Schema>>;

  constructor(name: string = DATABASE_NAME, openDatabase = openDB) {
    this.#name = name;
    this.#openDatabase = openDatabase;
  }

  /** Opens the connection ahead of its first use. */
  async open(): Promise<void> {
    await this.#retried(() => Promise.resolve());
  }

  /** Media are stored in the form they come in: see `storableMedia`. */
  async add(job: Job, media: Blob | ArrayBuffer): Promise<void> {
    const {captureId} = job;
    const stored =
      media instanceof Blob
        ? {captureId, blob: media}
        : {captureId, bytes: media, sha256: await crypto.subtle.digest('SHA-256', media)};
    await this.#write(async (transaction) => {
      await committing(transaction, [
        transaction.objectStore('media').add(stored),
        transaction.objectStore('jobs').add(job),
      ]);
    });
  }

  claim(claim: Claim): Promise<Job | undefined> {
    return this.#write(async (transaction) => {
      const jobs = transaction.objectStore('jobs');
      let oldest: Job | undefined;
      for (const state of ['sealing', 'waiting']) {
        const range = IDBKeyRange.bound([claim.endpoint, state], [claim.endpoint, state, []]);
        let cursor = await jobs.index('by-state').openCursor(range);
        while (cursor && !isFree(cursor.value, claim)) cursor = await cursor.continue();
        if (cursor && (!oldest || cursor.value.capturedAt < oldest.capturedAt)) {
          oldest = cursor.value;
        }
      }
      if (!oldest) return undefined;
      const job = claimed(oldest, claim.owner, claim.now);
      await committing(transaction, [jobs.put(job)]);
      return job;
    });
  }

  replace(job: Job, expected: Job['state']): Promise<boolean> {
    return this.#write(async (transaction) => {
      const jobs = transaction.objectStore('jobs');
      const stored = await jobs.get(job.captureId);
      if (!stored || !isSameState(stored.state, expected)) return false;
      await committing(transaction, [jobs.put(job)]);
      return true;
    });
  }

  get(captureId: string): Promise<Job | undefined> {
    return this.#retried((database) => database.get('jobs', captureId));
  }

  list(): Promise<Job[]> {
    return this.#retried((database) => database.getAll('jobs'));
  }

  /** Rejects with `media_unsupported` if the bytes are no longer those that were stored. */
  async media(captureId: string): Promise<ArrayBuffer | undefined> {
    const stored = await this.#retried((database) => database.get('media', captureId));
    if (!stored) return undefined;
    if ('blob' in stored) return stored.blob.arrayBuffer().catch(spoilt);
    const sha256 = await crypto.subtle.digest('SHA-256', stored.bytes);
    return indexedDB.cmp(sha256, stored.sha256) === 0 ? stored.bytes : spoilt();
  }

  remove(captureId: string): Promise<void> {
    return this.#write(async (transaction) => {
      const removals = stores.map((store) => transaction.objectStore(store).delete(captureId));
      await committing(transaction, removals);
    });
  }

  close(): void {
    void this.#connection?.then((database) => database.close()).catch(() => undefined);
    this.#connection = undefined;
  }

  #write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#retried(async (database) => {
      const transaction = database.transaction([...stores], 'readwrite', {durability: 'strict'});
      const [result] = await Promise.all([work(transaction), transaction.done]);
      return result;
    });
  }

  /** A connection can die in the background (mobile Safari): reopened once, never retried on the dead handle. */
  async #retried<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#open());
    } catch (thrown) {
      if (!isDeadConnection(thrown)) throw storageError(thrown);
      this.close();
    }
    try {
      return await work(await this.#open());
    } catch (thrown) {
      throw storageError(thrown);
    }
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    if (this.#connection) return this.#connection;
    const connection = this.#openDatabase<Schema>(this.#name, VERSION, {
      upgrade(database, oldVersion) {
        // Each version adds to the one before it; nothing is ever deleted to upgrade.
        if (oldVersion < 1) {
          const jobs = database.createObjectStore('jobs', {keyPath: 'captureId'});
          jobs.createIndex('by-state', ['endpoint', 'state.name', 'capturedAt']);
          database.createObjectStore('media', {keyPath: 'captureId'});
        }
      },
      // A newer version of the page wants to upgrade: make way, and open anew when needed.
      blocking: () => this.close(),
      terminated: () => {
        if (this.#connection === connection) this.#connection = undefined;
      },
    });
    this.#connection = connection;
    connection.catch(() => {
      if (this.#connection === connection) this.#connection = undefined;
    });
    return connection;
  }
}

function spoilt(cause?: unknown): never {
  const message = "The browser's storage spoilt the capture.";
  throw new SealedCaptureError('media_unsupported', message, {cause});
}

/** Saves the wait that tells the browser that nothing more will be asked. */
async function committing(transaction: Transaction, last: Promise<unknown>[]): Promise<void> {
  transaction.commit();
  await Promise.all(last);
}

/** What a call on a connection throws that the browser has closed behind our back. */
const isDeadConnection = (thrown: unknown): boolean =>
  thrown instanceof DOMException &&
  (thrown.name === 'InvalidStateError' || thrown.name === 'UnknownError');

function storageError(cause: unknown): SealedCaptureError {
  const full = cause instanceof DOMException && cause.name === 'QuotaExceededError';
  return full
    ? new SealedCaptureError('storage_full', "The browser's storage is full.", {cause})
    : new SealedCaptureError('storage_unavailable', 'The browser gives no storage.', {cause});
}
