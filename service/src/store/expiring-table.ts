import {statSync} from 'node:fs';
import {crc32} from 'node:zlib';
import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite';
import {QuotaExceeded, type Quota, type Successor} from './expiring-store.js';
import {ownerTotals, USAGE_PRAGMA, useUsage} from './owner-usage.js';

/** Runs of zeros that are not stored: a manifest is mostly padding. */
const PADDING = Buffer.alloc(512);
/** Rows that a sweep deletes per transaction, so that requests wait only briefly. */
const STEP = 128;

/** Result codes of SQLite: busy, corrupt, full, not a database, and short read. */
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;
const SQLITE_IOERR_SHORT_READ = 522;

/**
 * How a table is written. `temporary`: a commit survives the end of the process; a power cut may undo the last
 * ones, and never damages the file. `lasting`: a commit also survives a power cut, and a corrupt value is an error.
 * `lasting-log`: the same for a file that is written often.
 */
export type Durability = 'temporary' | 'lasting' | 'lasting-log';

const pragmas: Readonly<Record<Durability, string>> = {
  // Without checkpoints at a commit, which wait for the disk: a thread runs them.
  temporary: `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; ${USAGE_PRAGMA}`,
  // One file that is rarely written, without the files of a write-ahead log.
  lasting: 'PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA;',
  // A commit waits for the disk once, and not four times: 4 ms in place of 23 on the disk of a virtual machine.
  'lasting-log': 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS entries (
    key TEXT NOT NULL UNIQUE,
    value BLOB NOT NULL,
    paddedAt INTEGER NOT NULL,
    padding INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    mayGo INTEGER NOT NULL,
    expiresAt REAL NOT NULL
  );
  CREATE INDEX IF NOT EXISTS byExpiry ON entries (mayGo, expiresAt);`;

const PUT = 'INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)';
const SWEEP = `DELETE FROM entries WHERE rowid IN (
  SELECT rowid FROM entries WHERE mayGo = ? AND expiresAt <= ? ORDER BY expiresAt LIMIT ${STEP})`;
const USED = `SELECT (page_count - freelist_count) * page_size AS bytes
  FROM pragma_page_count, pragma_freelist_count, pragma_page_size`;

interface Row {
  value: Uint8Array;
  paddedAt: number;
  padding: number;
  checksum: number;
  expiresAt: number;
}

/**
 * The entries of one SQLite file, which several processes of one machine may share. Calls are synchronous.
 * `putIfAbsent`, `replace` and `remove` do what {@link ExpiringStore} says, and must be called within a
 * transaction.
 */
export class ExpiringTable {
  readonly #database: DatabaseSyncInstance;
  readonly #durability: Durability;
  /** Called for each value whose bytes have changed on disk. */
  readonly #onSpoiled: () => void;
  readonly #get: StatementSyncInstance;
  readonly #put: StatementSyncInstance;
  #totals: ReturnType<typeof ownerTotals> | undefined;

  /**
   * Opens the file, or creates it.
   *
   * @param timeout milliseconds that a call waits for another connection's transaction
   */
  constructor(path: string, durability: Durability, timeout = 0, onSpoiled = () => {}) {
    this.#durability = durability;
    this.#onSpoiled = onSpoiled;
    this.#database = new DatabaseSync(path, {timeout});
    try {
      this.#database.exec(pragmas[durability]);
      this.transaction(() => {
        this.#database.exec(SCHEMA);
        if (durability === 'temporary') useUsage(this.#database);
      });
      this.#get = this.#database.prepare('SELECT * FROM entries WHERE key = ?');
      this.#put = this.#database.prepare(PUT);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** The database, for subclasses with further tables. */
  protected get database(): DatabaseSyncInstance {
    return this.#database;
  }

  /** Runs `work` in a transaction, which is undone if it throws. */
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

  /** The key's value; undefined if its time is over or its bytes have changed on disk. */
  get(key: string): Buffer | undefined {
    const row = this.#get.get(key) as Row | undefined;
    if (!row || row.expiresAt <= Date.now()) return undefined;
    const {value, paddedAt, padding} = row;
    if (row.checksum === checksum(key, value, paddedAt, padding)) {
      const zeros = new Uint8Array(padding);
      return Buffer.concat([value.subarray(0, paddedAt), zeros, value.subarray(paddedAt)]);
    }
    if (this.#durability !== 'temporary') throw new DamagedValue(`The value of ${key} is damaged.`);
    this.#onSpoiled();
    return undefined;
  }

  /** @throws {QuotaExceeded} */
  putIfAbsent(key: string, value: Uint8Array, lifetime: number, quota?: Quota): Buffer | undefined {
    const found = this.get(key);
    if (!found && quota && this.#isFull(quota)) throw new QuotaExceeded();
    if (!found) this.#set(key, {value, lifetime, keep: 'held'});
    return found;
  }

  replace(key: string, from: Uint8Array, to: Successor): boolean {
    const isThere = this.get(key)?.equals(from) ?? false;
    if (isThere) this.#set(key, to);
    return isThere;
  }

  remove(key: string, value: Uint8Array): void {
    if (!this.get(key)?.equals(value)) return;
    this.#database.prepare('DELETE FROM entries WHERE key = ?').run(key);
  }

  /**
   * Deletes some of the expired entries and, while the content takes more than `limit` bytes, some of the kind
   * `while-room`, oldest first.
   *
   * @returns whether there may be more
   */
  sweep(limit: number): boolean {
    const now = Date.now();
    const sweep = this.#database.prepare(SWEEP);
    return this.transaction(() => {
      const held = sweep.run(0, now);
      const others = sweep.run(1, this.size > limit ? Infinity : now);
      return held.changes > 0 || others.changes > 0;
    });
  }

  /**
   * Runs a checkpoint of the write-ahead log: first most of it while others write, then the rest, so that the log
   * is reset.
   */
  checkpoint(): void {
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(TRUNCATE);');
  }

  /** Bytes of the content, without free pages. */
  get size(): number {
    return (this.#database.prepare(USED).get() as {bytes: number}).bytes;
  }

  close(): void {
    try {
      // SQLite would do it when all statements are finalized, which depends on the garbage collector.
      if (this.#durability !== 'lasting') this.checkpoint();
    } catch {
      // If the checkpoint fails, the data stay in the log.
    } finally {
      this.#database.close();
    }
  }

  #isFull({owner, entries, bytes, total}: Quota): boolean {
    this.#totals ??= ownerTotals(this.#database);
    const {own, all, owners} = this.#totals(owner);
    if (own.entries >= entries || own.bytes >= bytes) return true;
    return all >= total && own.bytes >= total / owners;
  }

  #set(key: string, {value, lifetime, keep}: Successor): void {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
    const paddedAt = Math.max(0, bytes.indexOf(PADDING));
    let end = paddedAt;
    while (bytes.subarray(end, end + PADDING.length).equals(PADDING)) end += PADDING.length;
    const stored = Buffer.concat([bytes.subarray(0, paddedAt), bytes.subarray(end)]);
    const mayGo = keep === 'while-room' ? 1 : 0;
    const expiresAt = Date.now() + lifetime;
    const padding = end - paddedAt;
    const sum = checksum(key, stored, paddedAt, padding);
    this.#put.run(key, stored, paddedAt, padding, sum, mayGo, expiresAt);
  }
}

class DamagedValue extends Error {
  override readonly name = 'DamagedValue';
}

const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;

/** True if another connection holds the lock. The low byte of an extended code is the primary code. */
export const isBusy = (error: unknown): boolean => (codeOf(error) & 0xff) === SQLITE_BUSY;

/** True if the disk is full. */
export const isFull = (error: unknown): boolean => (codeOf(error) & 0xff) === SQLITE_FULL;

/** True if the error means that the file is damaged, and not only inaccessible now. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return (
    error instanceof DamagedValue ||
    [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff) ||
    code === SQLITE_IOERR_SHORT_READ
  );
}

/**
 * SQLite keeps no checksums of values: its integrity check finds nothing wrong if a bit of one flips on the disk. The
 * manifest that a repeated request gets would then be broken in its photo, or an API key unknown. Includes the key, so
 * that a value never passes for another key's, and the padding, which is not stored.
 */
const checksum = (key: string, value: Uint8Array, paddedAt: number, padding: number): number =>
  crc32(`${paddedAt} ${padding} ${key}`, crc32(value));

/** A number that identifies the file, to detect its replacement; undefined if there is none. */
export const fileNumber = (path: string): number | undefined =>
  statSync(path, {throwIfNoEntry: false})?.ino;
