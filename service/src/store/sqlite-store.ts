import {setTimeout as sleep} from 'node:timers/promises';
import {QuotaExceeded, type LastingStore, type Quota, type Successor} from './expiring-store.js';
import {addInTable, freeInTable, takeInTable} from './table-tallies.js';
import type {Tallies} from './tallies.js';
import {isBusy, isDamage, type ExpiringTable} from './expiring-table.js';

/** Milliseconds that a call waits for another process, and between its attempts. */
const BUSY_MS = 5_000;
const RETRY_MS = 2;

interface Change<Table> {
  work: (table: Table) => unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * A store in a file that several processes of one machine may share. Calls run on the event loop's thread, which is
 * faster than a worker; but they do not wait for locks there.
 */
export abstract class SqliteStore<Table extends ExpiringTable> implements LastingStore, Tallies {
  #table: Table | undefined;
  #isClosed = false;
  readonly #waiting: Change<Table>[] = [];

  protected abstract open(): Table;
  /** Called if the file is damaged: throws, or makes room for a new one. */
  protected abstract onDamage(cause: unknown): void;

  get(key: string): Promise<Uint8Array | undefined> {
    return this.run((table) => table.get(key));
  }

  async putIfAbsent(
    key: string,
    value: Uint8Array,
    lifetime: number,
    quota?: Quota,
  ): Promise<Uint8Array | undefined> {
    // Returned as a value, so that an error does not fail the other changes of its transaction.
    const found = await this.change((table) => {
      try {
        return table.putIfAbsent(key, value, lifetime, quota);
      } catch (error) {
        if (error instanceof QuotaExceeded) return error;
        throw error;
      }
    });
    if (found instanceof QuotaExceeded) throw found;
    return found;
  }

  replace(key: string, from: Uint8Array, to: Successor): Promise<boolean> {
    return this.change((table) => table.replace(key, from, to));
  }

  remove(key: string, value: Uint8Array): Promise<void> {
    return this.change((table) => table.remove(key, value));
  }

  add(name: string, by: number, lifetime: number): Promise<number> {
    return this.change((table) => addInTable(table, `tally:${name}`, by, lifetime));
  }

  take(name: string, holder: string, most: number, lifetime: number): Promise<boolean> {
    const key = `slots:${name}`;
    return this.change((table) => takeInTable(table, key, holder, most, lifetime));
  }

  free(name: string, holder: string): Promise<void> {
    return this.change((table) => freeInTable(table, `slots:${name}`, holder));
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.closeFile();
    return Promise.resolve();
  }

  /** Closes the file; the next call opens the one that exists then. */
  protected closeFile(): void {
    const table = this.#table;
    this.#table = undefined;
    table?.close();
  }

  /** Runs all changes of this turn of the event loop in one transaction, because a commit costs more than a change. */
  protected change<T>(work: (table: Table) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#commit());
      this.#waiting.push({work, resolve: resolve as Change<Table>['resolve'], reject});
    });
  }

  async #commit(): Promise<void> {
    const changes = this.#waiting.splice(0);
    try {
      const results = await this.run((table) =>
        table.transaction(() => changes.map(({work}) => work(table))),
      );
      changes.forEach(({resolve}, i) => resolve(results[i]));
    } catch (error) {
      for (const {reject} of changes) reject(error);
    }
  }

  /** Runs read-only work without a transaction. */
  protected async run<T>(work: (table: Table) => T): Promise<T> {
    for (const end = Date.now() + BUSY_MS; ; await sleep(RETRY_MS)) {
      if (this.#isClosed) throw new Error('The store is closed.');
      try {
        return work((this.#table ??= this.open()));
      } catch (error) {
        if (Date.now() > end || !(isBusy(error) || isDamage(error))) throw error;
        if (isDamage(error)) {
          this.closeFile();
          this.onDamage(error);
        }
      }
    }
  }
}
