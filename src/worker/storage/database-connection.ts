import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPObjectStore,
  type IDBPTransaction,
} from 'idb';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {outOfTime} from '@sealed-capture/seal/model/errors/out-of-time.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {StoredSet} from './sets/stored-set.js';
import type {StoredMedia, StoredPart, StoredPreview} from './stored-media.js';

/** Jobs and media are in separate stores, so that listing the jobs never loads media. */
interface Schema extends DBSchema {
  jobs: {
    key: string;
    value: Job;
    indexes: {
      'by-state': [endpoint: string, state: string, capturedAt: string];
      /** Jobs that are part of a set, in the order of the device. */
      'by-set': [id: string, state: string, index: number];
    };
  };
  media: {key: string; value: StoredMedia};
  /** Unfinished recordings: the job that each would become if it were interrupted. */
  recordings: {key: string; value: Job};
  /** Parts of unfinished recordings, and of finished ones that consist of parts. */
  parts: {key: [captureId: string, index: number]; value: StoredPart};
  /** Small pictures of delivered photos whose files are not stored any more. */
  previews: {
    key: string;
    value: StoredPreview;
    indexes: {'by-age': [capturedAt: string, size: number]};
  };
  /** What this device has captured of each job that a page has named. */
  sets: {
    key: string;
    value: StoredSet;
    indexes: {
      'by-job': [endpoint: string, account: string, job: string];
      'by-age': string;
    };
  };
}

export type StoreName = 'jobs' | 'media' | 'recordings' | 'parts' | 'previews' | 'sets';

export type Database = IDBPDatabase<Schema>;
/** A store that may be written, in a transaction with any others. */
export type WritableStore<Name extends StoreName> = IDBPObjectStore<
  Schema,
  ArrayLike<StoreName>,
  Name,
  'readwrite'
>;
export type Transaction<Name extends StoreName> = IDBPTransaction<Schema, Name[], 'readwrite'>;

const DATABASE_NAME = 'sealed-capture';
const VERSION = 4;
/** The stores of captures. Previews are apart: writing one holds up no recording. */
export const stores = ['jobs', 'media', 'recordings', 'parts'] as const satisfies StoreName[];
export const storesWithPreviews = [...stores, 'previews'] as const;
export const storesWithSets = [...stores, 'sets'] as const;

/** Milliseconds in which a small write must finish while a capture waits for it. */
export const PATIENCE_MS = 5_000;
/** Milliseconds for other work: a phone with thousands of captures reads for seconds. */
const LONG_MS = 30_000;

interface WriteOptions {
  /** Milliseconds after which the transaction is aborted. Default 30 s. */
  patience?: number;
  /** `relaxed` survives a crash of the page and the browser, but not of the device; it is several times faster. */
  durability?: IDBTransactionDurability;
}

/**
 * The origin's database, opened on first use. Calls reject with `storage_…`, also if the browser never answers: see
 * {@link isOutOfTime}.
 */
export class DatabaseConnection {
  readonly #name: string;
  readonly #openDatabase: typeof openDB;
  readonly #patience: number;
  #connection?: Promise<Database>;

  /** @param patience milliseconds after which reads, and writes that nothing waits for, are aborted */
  constructor(name: string = DATABASE_NAME, openDatabase = openDB, patience = LONG_MS) {
    this.#name = name;
    this.#openDatabase = openDatabase;
    this.#patience = patience;
  }

  /** Opens the connection before its first use. */
  async open(): Promise<void> {
    const patience = Math.min(this.#patience, PATIENCE_MS);
    await inTime(patience, () => this.#use(() => Promise.resolve()));
  }

  /** Runs one transaction, complete once it resolves. An aborted one writes nothing later. */
  write<Name extends StoreName, T>(
    names: readonly Name[],
    work: (transaction: Transaction<Name>) => Promise<T>,
    {patience = this.#patience, durability = 'strict'}: WriteOptions = {},
  ): Promise<T> {
    return inTime(patience, (signal) => this.#write(names, work, durability, signal));
  }

  read<T>(work: (database: Database) => Promise<T>): Promise<T> {
    return inTime(this.#patience, () => this.#use(work));
  }

  #write<Name extends StoreName, T>(
    names: readonly Name[],
    work: (transaction: Transaction<Name>) => Promise<T>,
    durability: IDBTransactionDurability,
    signal: AbortSignal,
  ): Promise<T> {
    return this.#use(async (database) => {
      signal.throwIfAborted();
      const transaction = database.transaction([...names], 'readwrite', {durability});
      const abort = (): void => {
        try {
          transaction.abort();
        } catch {
          // The transaction is being committed.
        }
      };
      signal.addEventListener('abort', abort);
      const over = transaction.done.finally(() => signal.removeEventListener('abort', abort));
      const done = Promise.all([work(transaction), over]);
      // If the storage is full, requests only say that they were aborted, and the transaction says why.
      const [result] = await done.catch((thrown: unknown) => {
        throw transaction.error ?? thrown;
      });
      return result;
    });
  }

  /**
   * A connection can die in the background (mobile Safari): it is reopened once, and the dead one is not used
   * again.
   */
  async #use<T>(work: (database: Database) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#opened());
    } catch (thrown) {
      if (!isDeadConnection(thrown)) throw storageError(thrown);
      this.close();
    }
    try {
      return await work(await this.#opened());
    } catch (thrown) {
      throw storageError(thrown);
    }
  }

  close(): void {
    void this.#connection?.then((database) => database.close()).catch(() => undefined);
    this.#connection = undefined;
  }

  /** The open database. In a page without storage, browsers have no IndexedDB, or null. */
  async #opened(): Promise<Database> {
    try {
      return await this.#open();
    } catch (cause) {
      throw cause instanceof DOMException
        ? cause
        : new DOMException(String(cause), 'NotSupportedError');
    }
  }

  #open(): Promise<Database> {
    if (this.#connection) return this.#connection;
    const connection = this.#openDatabase<Schema>(this.#name, VERSION, {
      upgrade(database, oldVersion, _, transaction) {
        // Each version adds to the one before; upgrades delete nothing.
        if (oldVersion < 1) {
          const jobs = database.createObjectStore('jobs', {keyPath: 'captureId'});
          jobs.createIndex('by-state', ['endpoint', 'state.name', 'capturedAt']);
          database.createObjectStore('media', {keyPath: 'captureId'});
        }
        if (oldVersion < 2) {
          database.createObjectStore('recordings', {keyPath: 'captureId'});
          database.createObjectStore('parts', {keyPath: ['captureId', 'index']});
        }
        if (oldVersion < 3) {
          const previews = database.createObjectStore('previews', {keyPath: 'captureId'});
          previews.createIndex('by-age', ['capturedAt', 'size']);
        }
        if (oldVersion < 4) {
          const sets = database.createObjectStore('sets', {keyPath: 'id'});
          sets.createIndex('by-job', ['endpoint', 'account', 'job']);
          sets.createIndex('by-age', 'changedAt');
          const jobs = transaction.objectStore('jobs');
          jobs.createIndex('by-set', ['set.id', 'state.name', 'set.index']);
        }
      },
      // A newer version of the page wants to upgrade: close, and reopen when needed.
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

/** Aborts the work and rejects when its time is over; a late result is dropped. */
async function inTime<T>(patience: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // The work may happen nevertheless if it was being committed.
      const late = outOfTime('storage_unavailable', 'The browser’s storage does not answer.');
      over.abort(late);
      reject(late);
    }, patience);
  });
  try {
    return await Promise.race([work(over.signal), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Keys of all parts of a recording, or of those from `first` to `last`. */
export const partsOf = (captureId: string, first = 0, last = Infinity): IDBKeyRange =>
  IDBKeyRange.bound([captureId, first], [captureId, last]);

/** Commits explicitly, which saves the wait until the browser notices that no more requests follow. */
export async function committing(
  transaction: {commit(): void},
  last: readonly Promise<unknown>[],
): Promise<void> {
  transaction.commit();
  await Promise.all(last);
}

/** True for the error of a connection that the browser has closed by itself, also during a transaction. */
const isDeadConnection = (thrown: unknown): boolean =>
  ['InvalidStateError', 'UnknownError', 'AbortError'].includes(nameOf(thrown));

const nameOf = (thrown: unknown): string => (thrown instanceof DOMException ? thrown.name : '');

function storageError(cause: unknown): unknown {
  // A bug of this package is not a failure of the storage.
  if (!(cause instanceof DOMException)) return cause;
  switch (nameOf(cause)) {
    case 'QuotaExceededError':
      return new SealedCaptureError('storage_full', "The browser's storage is full.", {cause});
    case 'VersionError': {
      // Nothing is lost: a page of the newer version seals what is stored.
      const message = 'A newer version of this page has been here. Reload the page.';
      return new SealedCaptureError('storage_unavailable', message, {cause});
    }
    default:
      return new SealedCaptureError('storage_unavailable', 'The browser gives no storage.', {
        cause,
      });
  }
}
