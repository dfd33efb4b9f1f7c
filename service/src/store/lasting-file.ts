import {renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {makePrivateFolder, refuse, requirePrivate} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import {ExpiringTable, isFull, type Durability} from './expiring-table.js';
import type {Quota} from './expiring-store.js';
import {SqliteStore} from './sqlite-store.js';

export interface LastingFileOptions {
  /** Default: one file, for values that are rarely written. */
  durability?: Exclude<Durability, 'temporary'>;
  /**
   * Called if the file was damaged: it was moved to this path, and a new one is used. Without it, a file that is damaged,
   * or deleted while it is used, makes every call fail.
   */
  onLoss?: (movedTo: string) => void;
}

/** Files of SQLite beside the file itself. It would take them for those of a new one, so they are removed first. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Stores values that must not be lost, such as API keys, in a file of its own (mode 0600). Each change is on disk when
 * its promise resolves.
 */
export class LastingFile extends SqliteStore<ExpiringTable> {
  readonly #path: string;
  readonly #options: LastingFileOptions;
  /** Device and number of the open file. */
  #opened: string | undefined;

  private constructor(path: string, options: LastingFileOptions) {
    super();
    this.#path = path;
    this.#options = options;
  }

  /**
   * Opens the file, or creates it and its folder.
   * @throws {SettingsError} if it is damaged, accessible to other users, or inaccessible to this one
   */
  static async open(path: string, options: LastingFileOptions = {}): Promise<LastingFile> {
    await makePrivateFolder(dirname(path));
    try {
      begin(path);
    } catch (error) {
      refuse(path, 'written', error);
    }
    await requirePrivate(path);
    const store = new LastingFile(path, options);
    await store.get('');
    return store;
  }

  override async putIfAbsent(
    key: string,
    value: Uint8Array,
    lifetime: number,
    quota?: Quota,
  ): Promise<Uint8Array | undefined> {
    const found = await super.putIfAbsent(key, value, lifetime, quota);
    // New values make room for themselves: nothing else deletes the expired ones.
    if (lifetime !== Infinity) await this.run((table) => table.sweep(Infinity));
    return found;
  }

  protected override open = (): ExpiringTable => {
    const {durability = 'lasting', onLoss} = this.#options;
    if (onLoss) begin(this.#path);
    this.#opened = identityOf(this.#path);
    return new ExpiringTable(this.#path, durability);
  };

  /** Runs on the file that exists now: a replacement counts at once, and a deleted file is no longer used. */
  protected override async run<T>(work: (table: ExpiringTable) => T): Promise<T> {
    const found = identityOf(this.#path);
    if (found === undefined && !this.#options.onLoss) {
      this.closeFile();
      throw new SettingsError(
        `${this.#path} is not there any more. Put a copy in its place; or restart, and create all keys anew.`,
      );
    }
    if (found !== this.#opened) this.closeFile();
    try {
      return await super.run(work);
    } catch (cause) {
      if (!isFull(cause)) throw cause;
      throw new SettingsError(
        `${this.#path} cannot be written: its disk is full. Make room first.`,
        {
          cause,
        },
      );
    }
  }

  protected override onDamage(cause: unknown): void {
    const {onLoss} = this.#options;
    if (!onLoss) {
      throw new SettingsError(
        `${this.#path} is damaged. Put a copy in its place; or remove it, and create all keys anew.`,
        {cause},
      );
    }
    // Another process may have moved it, and the new file is good.
    if (identityOf(this.#path) !== this.#opened) return;
    const movedTo = `${this.#path}.damaged`;
    for (const end of [...BESIDE, '']) {
      rmSync(`${movedTo}${end}`, {force: true});
      const from = `${this.#path}${end}`;
      if (identityOf(from) !== undefined) renameSync(from, `${movedTo}${end}`);
    }
    onLoss(movedTo);
  }
}

/** Makes the file unless it exists: SQLite would use this process's default mode. */
function begin(path: string): void {
  if (identityOf(path) === undefined) {
    for (const end of BESIDE) rmSync(`${path}${end}`, {force: true});
  }
  writeFileSync(path, '', {flag: 'a', mode: 0o600});
}

/** Undefined if there is no file. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, {throwIfNoEntry: false});
  return found && `${found.dev} ${found.ino}`;
}
