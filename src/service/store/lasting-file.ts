import {writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import {makePrivateFolder, requirePrivate} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import type {LastingStore, Successor} from './expiring-store.js';
import {ExpiringTable, isDamage} from './expiring-table.js';

/**
 * Keeps a few values that must not be lost, such as API keys, in a file of its own (mode 0600), which several
 * processes of one machine may share. Each change is on disk when its promise resolves.
 */
export class LastingFile implements LastingStore {
  readonly #path: string;
  readonly #table: ExpiringTable;

  private constructor(path: string) {
    this.#path = path;
    this.#table = this.#unlessDamaged(() => new ExpiringTable(path, 'lasting'));
  }

  /**
   * Opens the file; creates it and its folder if there are none.
   * @throws {SettingsError} where it is damaged or open to other users
   */
  static async open(path: string): Promise<LastingFile> {
    await makePrivateFolder(dirname(path));
    // SQLite would give it whatever mode this process gives new files.
    await writeFile(path, '', {flag: 'a', mode: 0o600});
    await requirePrivate(path);
    return new LastingFile(path);
  }

  get(key: string): Promise<Uint8Array | undefined> {
    return this.#run((table) => table.get(key));
  }

  putIfAbsent(key: string, value: Uint8Array, lifetime: number): Promise<Uint8Array | undefined> {
    return this.#change((table) => table.putIfAbsent(key, value, lifetime));
  }

  replace(key: string, from: Uint8Array, to: Successor): Promise<boolean> {
    return this.#change((table) => table.replace(key, from, to));
  }

  remove(key: string, value: Uint8Array): Promise<void> {
    return this.#change((table) => table.remove(key, value));
  }

  close(): Promise<void> {
    return this.#run((table) => table.close());
  }

  #change<T>(work: (table: ExpiringTable) => T): Promise<T> {
    return this.#run((table) => table.transaction(() => work(table)));
  }

  async #run<T>(work: (table: ExpiringTable) => T): Promise<T> {
    return Promise.resolve(this.#unlessDamaged(() => work(this.#table)));
  }

  #unlessDamaged<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      throw new SettingsError(
        `${this.#path} is damaged. Put a copy in its place; or remove it, and create all keys anew.`,
        {cause},
      );
    }
  }
}
