import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {X509Certificate} from '@peculiar/x509';
import Type, {type Static} from 'typebox';
import {Value} from 'typebox/value';
import {
  makePrivateFolder,
  readIfPresent,
  readPrivateFile,
  readText,
  writePrivateFile,
} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import type {LastingStore} from '../store/expiring-store.js';
import {ISSUED, parseIssued} from './sandbox-authority.js';

const KEY = 'sandbox-certificates';
const NAME = /^[a-z][a-z-]{0,40}\.(?:pem|key)$/;
/** File contents by name. */
const Files = Type.Record(Type.String({pattern: NAME.source}), Type.String());

/** Attempts to store certificates while other services renew theirs at the same time. */
const ATTEMPTS = 5;

/**
 * The sandbox's certificates and keys, stored beside the API keys: services that share a Redis seal under one root,
 * so that each trusts the sandbox seals of all. Each service works with files in its own data folder, as a single
 * service does.
 */
export class SharedSandbox {
  readonly #store: LastingStore;
  readonly #folder: string;
  /** The stored value when it was last read. */
  #stored: Uint8Array | undefined;

  constructor(store: LastingStore, dataFolder: string) {
    this.#store = store;
    this.#folder = join(dataFolder, 'sandbox');
  }

  /** All certificates that the store lists as issued and that are still valid. Changes nothing in the folder. */
  async issued(now: number): Promise<readonly X509Certificate[]> {
    const stored = await this.#store.get(KEY);
    return stored ? parseIssued(filesOf(stored)[ISSUED] ?? '', now) : [];
  }

  /**
   * Calls `read` on the folder, with the certificates that all services use: this service's, if it was the first to
   * make some, otherwise those of the others.
   */
  async agree<Read>(read: () => Promise<Read>): Promise<Read> {
    await this.#pull();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const found = await read();
      const own = await this.#readFiles();
      if (this.#stored && own.equals(this.#stored)) return found;
      const isOurs = this.#stored
        ? await this.#store.replace(KEY, this.#stored, {
            value: own,
            lifetime: Infinity,
            keep: 'held',
          })
        : (await this.#store.putIfAbsent(KEY, own, Infinity)) === undefined;
      if (isOurs) {
        this.#stored = own;
        return found;
      }
      await this.#pull();
    }
    throw new Error('Other services renew the certificates of the sandbox again and again.');
  }

  /** Writes the stored certificates into the folder. */
  async #pull(): Promise<void> {
    const stored = await this.#store.get(KEY);
    // Undefined if no service has made certificates, or the store has lost them.
    this.#stored = stored;
    if (stored) await this.#write(stored);
  }

  async #readFiles(): Promise<Buffer> {
    const names = (await readdir(this.#folder)).filter((name) => NAME.test(name)).sort();
    const files: Record<string, string> = {};
    for (const name of names) files[name] = await readFileOf(join(this.#folder, name));
    return Buffer.from(JSON.stringify(files));
  }

  async #write(stored: Uint8Array): Promise<void> {
    const files = filesOf(stored);
    await makePrivateFolder(this.#folder);
    for (const [name, content] of Object.entries(files)) {
      const path = join(this.#folder, name);
      const own = await readIfPresent(path, readFileOf);
      if (own !== content) await writePrivateFile(path, content);
    }
  }
}

function filesOf(stored: Uint8Array): Static<typeof Files> {
  const files: unknown = JSON.parse(Buffer.from(stored).toString());
  if (Value.Check(Files, files)) return files;
  throw new SettingsError(
    `What the store holds of the sandbox's certificates is damaged. Remove its key ${KEY}, and the next service makes new ones.`,
  );
}

/** Certificates need not be private. */
const readFileOf = (path: string): Promise<string> =>
  path.endsWith('.key') ? readPrivateFile(path) : readText(path);
