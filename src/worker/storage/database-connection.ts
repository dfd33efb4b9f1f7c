import {openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction} from 'idb';
import {SealedCaptureError} from '../../model/errors.js';
import {outOfTime} from '../../model/errors/out-of-time.js';
import type {Job} from '../../model/job.js';
import type {StoredMedia, StoredPart} from './stored-media.js';

/** Jobs and media apart, so that looking through the jobs never loads media. */
interface Schema extends DBSchema {
  jobs: {
    key: string;
    value: Job;
    indexes: {'by-state': [endpoint: string, state: string, capturedAt: string]};
  };
  media: {key: string; value: StoredMedia};
  /** Recordings that are not finished: what each would be if it were broken off. */
  recordings: {key: string; value: Job};
  /** Of unfinished recordings, and of finished ones whose media they are. */
  parts: {key: [captureId: string, index: number]; value: StoredPart};
}

type StoreName = 'jobs' | 'media' | 'recordings' | 'parts';

export type Database = IDBPDatabase<Schema>;
export type Transaction<Name extends StoreName> = IDBPTransaction<Schema, Name[], 'readwrite'>;

const DATABASE_NAME = 'sealed-capture';
const VERSION = 2;
export const stores: readonly StoreName[] = ['jobs', 'media', 'recordings', 'parts'];

/** Milliseconds in which little is written: nobody waits longer for a capture to be kept. */
export const PATIENCE_MS = 5_000;
/** What nobody waits for may take longer: a phone with thousands of captures reads for seconds. */
const LONG_MS = 30_000;

interface WriteOptions {
  /** Milliseconds after which it is aborted. Default 30 s. */
  patience?: number;
  /** `relaxed` survives a crash of the page and the browser, though not one of the whole device, in a fraction of the time. */
  durability?: IDBTransactionDurability;
}

/**
 * The origin's one database; opened when it is first used. Everything rejects with `storage_…`, also where the browser
 * never answers: see {@link isOutOfTime}.
 */
export class DatabaseConnection {
  readonly #name: string;
  readonly #openDatabase: typeof openDB;
  readonly #patience: number;
  #connection?: Promise<Database>;

  /** @param patience milliseconds after which reading, and writing that nobody waits for, is given up */
  constructor(name: string = DATABASE_NAME, openDatabase = openDB, patience = LONG_MS) {
    this.#name = name;
    this.#openDatabase = openDatabase;
    this.#patience = patience;
  }

  /** Opens the connection ahead of its first use. */
  async open(): Promise<void> {
    const patience = Math.min(this.#patience, PATIENCE_MS);
    await inTime(patience, () => this.#use(() => Promise.resolve()));
  }

  /** One transaction, durable once it resolves. One that is given up writes nothing later. */
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
          // It is being committed.
        }
      };
      signal.addEventListener('abort', abort);
      const over = transaction.done.finally(() => signal.removeEventListener('abort', abort));
      const done = Promise.all([work(transaction), over]);
      // Of a full storage requests say only that they were aborted, and the transaction why.
      const [result] = await done.catch((thrown: unknown) => {
        throw transaction.error ?? thrown;
      });
      return result;
    });
  }

  /** A connection can die in the background (mobile Safari): reopened once, never retried on the dead handle. */
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

  /** Browsers that give a page no storage have no IndexedDB, or null, at which JavaScript throws. */
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
      upgrade(database, oldVersion) {
        // Each version adds to the one before it; nothing is ever deleted to upgrade.
        if (oldVersion < 1) {
          const jobs = database.createObjectStore('jobs', {keyPath: 'captureId'});
          jobs.createIndex('by-state', ['endpoint', 'state.name', 'capturedAt']);
          database.createObjectStore('media', {keyPath: 'captureId'});
        }
        if (oldVersion < 2) {
          database.createObjectStore('recordings', {keyPath: 'captureId'});
          database.createObjectStore('parts', {keyPath: ['captureId', 'index']});
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

/** Rejects, and aborts the work, when its time is over; whatever it brings later is dropped. */
async function inTime<T>(patience: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // What was asked may be done all the same, where it was being committed.
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

/** Saves the wait that tells the browser that nothing more will be asked. */
export async function committing(
  transaction: {commit(): void},
  last: readonly Promise<unknown>[],
): Promise<void> {
  transaction.commit();
  await Promise.all(last);
}

/** What a call on a connection throws that the browser has closed behind our back, or in mid-transaction. */
const isDeadConnection = (thrown: unknown): boolean =>
  ['InvalidStateError', 'UnknownError', 'AbortError'].includes(nameOf(thrown));

const nameOf = (thrown: unknown): string => (thrown instanceof DOMException ? thrown.name : '');

function storageError(cause: unknown): unknown {
  // A bug is none of the storage's failures.
  if (!(cause instanceof DOMException)) return cause;
  switch (nameOf(cause)) {
    case 'QuotaExceededError':
      return new SealedCaptureError('storage_full', "The browser's storage is full.", {cause});
    case 'VersionError': {
      // Nothing is lost: what is there, a page of that version seals.
      const message = 'A newer version of this page has been here. Reload the page.';
      return new SealedCaptureError('storage_unavailable', message, {cause});
    }
    default:
      return new SealedCaptureError('storage_unavailable', 'The browser gives no storage.', {
        cause,
      });
  }
}
