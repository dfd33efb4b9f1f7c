import {crc32, deflateRawSync, inflateRawSync} from 'node:zlib';
import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite';
import type {Successor} from './expiring-store.js';

/** How long a transaction waits for another process, in milliseconds. */
const BUSY_MS = 5_000;
/** Bytes from which a value is stored compressed: a manifest is mostly padding. */
const COMPRESS_FROM = 1024;
/** Rows that a sweep removes per transaction, so that no request waits for more. */
const STEP = 128;

/** Result codes of SQLite for a damaged file: malformed, no database, and cut short. */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const SQLITE_IOERR_SHORT_READ = 522;

/**
 * How a table is written. `temporary`: a commit survives the end of the process; a power cut may undo the last ones,
 * and never damages the file. `lasting`: a commit also survives a power cut, and a damaged value is an error.
 */
export type Durability = 'temporary' | 'lasting';

const pragmas: Readonly<Record<Durability, string>> = {
  temporary: 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;',
  // One file that is written rarely: without the files of a write-ahead log beside it.
  lasting: 'PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA;',
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    key TEXT NOT NULL UNIQUE,
    value BLOB NOT NULL,
    isCompressed INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    mayGo INTEGER NOT NULL,
    expiresAt REAL NOT NULL
  );
  CREATE INDEX IF NOT EXISTS byExpiry ON entries (mayGo, expiresAt);`;

const PUT = `INSERT INTO entries (key, value, isCompressed, checksum, mayGo, expiresAt)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (key) DO UPDATE SET value = ?2, isCompressed = ?3,
  checksum = ?4, mayGo = ?5, expiresAt = ?6`;
const SWEEP = `DELETE FROM entries WHERE rowid IN (
  SELECT rowid FROM entries WHERE mayGo = ? AND expiresAt <= ? ORDER BY expiresAt LIMIT ${STEP})`;

interface Row {
  value: Uint8Array;
  isCompressed: number;
  checksum: number;
  expiresAt: number;
}

/**
 * The entries of one SQLite file, which several processes of one machine may share. Its calls are synchronous.
 * `putIfAbsent`, `replace` and `remove` do what {@link ExpiringStore} says, and belong into a transaction.
 */
export class ExpiringTable {
  readonly #database: DatabaseSyncInstance;
  readonly #durability: Durability;
  readonly #get: StatementSyncInstance;
  readonly #put: StatementSyncInstance;
  readonly #delete: StatementSyncInstance;
  readonly #sweep: StatementSyncInstance;
  readonly #usedPages: StatementSyncInstance;

  /** Opens the file; creates it if there is none. */
  constructor(path: string, durability: Durability) {
    this.#durability = durability;
    this.#database = new DatabaseSync(path, {timeout: BUSY_MS});
    try {
      this.#database.exec(pragmas[durability]);
      this.transaction(() => this.#database.exec(SCHEMA));
      this.#get = this.#database.prepare(
        'SELECT value, isCompressed, checksum, expiresAt FROM entries WHERE key = ?',
      );
      this.#put = this.#database.prepare(PUT);
      this.#delete = this.#database.prepare('DELETE FROM entries WHERE key = ?');
      this.#sweep = this.#database.prepare(SWEEP);
      this.#usedPages = this.#database.prepare(
        `SELECT (page_count - freelist_count) * page_size AS bytes
         FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
      );
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Commits what `work` changes at once, or nothing if it throws. */
  transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // Some errors end the transaction by themselves.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /** The value of the key, unless its time is over or its bytes have changed on disk. */
  get(key: string): Buffer | undefined {
    const row = this.#get.get(key) as Row | undefined;
    if (!row || row.expiresAt <= Date.now()) return undefined;
    const stored = Buffer.from(row.value.buffer, row.value.byteOffset, row.value.length);
    if (row.checksum !== checksum(key, stored)) {
      if (this.#durability === 'lasting') throw new DamagedValue(`The value of ${key} is damaged.`);
      return undefined;
    }
    return row.isCompressed ? inflateRawSync(stored) : stored;
  }

  putIfAbsent(key: string, value: Uint8Array, lifetime: number): Buffer | undefined {
    const found = this.get(key);
    if (!found) this.#set(key, {value, lifetime, keep: 'held'});
    return found;
  }

  replace(key: string, from: Uint8Array, to: Successor): boolean {
    const isThere = this.get(key)?.equals(from) ?? false;
    if (isThere) this.#set(key, to);
    return isThere;
  }

  remove(key: string, value: Uint8Array): void {
    if (this.get(key)?.equals(value)) this.#delete.run(key);
  }

  /**
   * Removes some of the entries whose time is over; and while the file's content takes more than `limit` bytes, some
   * of those that may go, oldest first.
   *
   * @returns whether there may be more
   */
  sweep(limit: number): boolean {
    const now = Date.now();
    return this.transaction(() => {
      const held = this.#sweep.run(0, now);
      const others = this.#sweep.run(1, this.size > limit ? Infinity : now);
      return held.changes > 0 || others.changes > 0;
    });
  }

  /** Bytes that the content takes, without the file's free pages. */
  get size(): number {
    return (this.#usedPages.get() as {bytes: number}).bytes;
  }

  close(): void {
    this.#database.close();
  }

  #set(key: string, {value, lifetime, keep}: Successor): void {
    const isCompressed = value.length >= COMPRESS_FROM;
    const stored = isCompressed ? deflateRawSync(value, {level: 1}) : value;
    const expiresAt = Date.now() + lifetime;
    const mayGo = keep === 'while-room' ? 1 : 0;
    this.#put.run(key, stored, Number(isCompressed), checksum(key, stored), mayGo, expiresAt);
  }
}

class DamagedValue extends Error {
  override readonly name = 'DamagedValue';
}

/** Whether the error says that the file is damaged, and not that it cannot be read or written now. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedValue) return true;
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  // The low byte of an extended code is the primary one.
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff) || code === SQLITE_IOERR_SHORT_READ;
}

/** Covers the key too, so that a value is never taken for another key's. */
const checksum = (key: string, value: Uint8Array): number => crc32(value, crc32(key));
