import {statSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import {makePrivateFolder, refuse, requirePrivate} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import {ExpiringTable, isFull} from './expiring-table.js';
import {SqliteStore} from './sqlite-store.js';

/**
 * Stores a few values that must not be lost, such as API keys, in a file of its own (mode 0600). Each change is on
 * disk when its promise resolves.
 */
export class LastingFile extends SqliteStore<ExpiringTable> {
  readonly #path: string;
  /** Device and number of the open file. */
  #opened: string | undefined;

  private constructor(path: string) {
    super();
    this.#path = path;
  }

  /**
   * Opens the file, or creates it and its folder.
   * @throws {SettingsError} if it is damaged, accessible to other users, or inaccessible to this one
   */
  static async open(path: string): Promise<LastingFile> {
    await makePrivateFolder(dirname(path));
    // Created beforehand, because SQLite would use this process's default mode.
    await writeFile(path, '', {flag: 'a', mode: 0o600}).catch((error: unknown) =>
      refuse(path, 'written', error),
    );
    await requirePrivate(path);
    const store = new LastingFile(path);
    await store.get('');
    return store;
  }

  protected override open = (): ExpiringTable => {
    this.#opened = identityOf(this.#path);
    return new ExpiringTable(this.#path, 'lasting');
  };

  /** Runs on the file that exists now: a replacement counts at once, and a deleted file is no longer used. */
  protected override async run<T>(work: (table: ExpiringTable) => T): Promise<T> {
    const found = identityOf(this.#path);
    if (found === undefined) {
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

  protected override onDamage(cause: unknown): never {
    throw new SettingsError(
      `${this.#path} is damaged. Put a copy in its place; or remove it, and create all keys anew.`,
      {cause},
    );
  }
}

/** Undefined if there is no file. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, {throwIfNoEntry: false});
  return found && `${found.dev} ${found.ino}`;
}
