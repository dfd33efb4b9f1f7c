import {createHash, randomBytes, randomUUID, timingSafeEqual} from 'node:crypto';
import {statSync} from 'node:fs';
import {open, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import Type, {type Static} from 'typebox';
import {Value} from 'typebox/value';
import {environments, type Environment} from '../model/environment.js';
import {
  makePrivateFolder,
  readIfPresent,
  readPrivateFile,
  writePrivateFile,
} from './private-files.js';
import {SettingsError} from './settings-error.js';

const StoredKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  environment: Type.Enum([...environments]),
  /** Base64 of the key's SHA-256: the key itself has 256 random bits, so a fast hash cannot be searched. */
  digest: Type.String(),
  /** Plain, since verifying a request signature (HMAC) takes the secret itself; the file's mode guards it. */
  secret: Type.String(),
  createdAt: Type.String(),
  revokedAt: Type.Optional(Type.String()),
});
const KeyFile = Type.Object({version: Type.Literal(1), keys: Type.Array(StoredKey)});
type StoredKey = Static<typeof StoredKey>;

/** What may be shown of a key once it was made. */
export type KeySummary = Omit<StoredKey, 'digest' | 'secret'>;

/** A new key; `key` is shown this once and cannot be read again. */
export interface CreatedKey {
  id: string;
  key: string;
  /** For signing requests. */
  secret: string;
}

/** How long a revoked key may go on being accepted by a running service, in milliseconds. */
const FRESHNESS_MS = 200;
const LOCK_WAIT_MS = 5_000;

/** The keys of both environments, in `keys.json` of the data folder (mode 0600). */
export class ApiKeys {
  readonly #folder: string;
  readonly #path: string;
  #keys: {stored: StoredKey; digest: Buffer}[] = [];
  #version = '';
  #checkedAt = -Infinity;
  #loading?: Promise<void>;

  constructor(dataFolder: string) {
    this.#folder = dataFolder;
    this.#path = join(dataFolder, 'keys.json');
  }

  /** Reads the file. @throws {SettingsError} where it is damaged or open to other users */
  async load(): Promise<void> {
    const version = this.#fileVersion();
    const stored = await this.#read();
    this.#keys = stored.map((key) => ({stored: key, digest: Buffer.from(key.digest, 'base64')}));
    this.#version = version;
  }

  /** The key's record, whatever its environment; undefined for an unknown or revoked key. */
  async find(key: string): Promise<KeySummary | undefined> {
    await this.#refresh();
    const digest = sha256(key);
    let found: StoredKey | undefined;
    // Every record is compared, so that the time taken says nothing about which one matched.
    for (const candidate of this.#keys) {
      if (timingSafeEqual(candidate.digest, digest)) found = candidate.stored;
    }
    return found && !found.revokedAt ? summary(found) : undefined;
  }

  async create(
    environment: Environment,
    name: string,
    key = newKey(environment),
  ): Promise<CreatedKey> {
    const created: CreatedKey = {
      id: `key_${randomUUID()}`,
      key,
      secret: randomBytes(32).toString('base64url'),
    };
    const {id, secret} = created;
    const digest = sha256(key).toString('base64');
    const createdAt = new Date().toISOString();
    await this.#change((keys) => [...keys, {id, name, environment, digest, secret, createdAt}]);
    return created;
  }

  async list(): Promise<KeySummary[]> {
    return (await this.#read()).map(summary);
  }

  /** The revoked key, or undefined where there is none with this id. Revoking twice changes nothing. */
  async revoke(id: string): Promise<KeySummary | undefined> {
    let revoked: StoredKey | undefined;
    await this.#change((keys) =>
      keys.map((key) => {
        if (key.id !== id) return key;
        revoked = {...key, revokedAt: key.revokedAt ?? new Date().toISOString()};
        return revoked;
      }),
    );
    return revoked && summary(revoked);
  }

  /** Follows changes that another process made, such as `sealed-capture keys revoke`. */
  async #refresh(): Promise<void> {
    const now = performance.now();
    if (now - this.#checkedAt > FRESHNESS_MS) {
      this.#checkedAt = now;
      if (this.#fileVersion() !== this.#version) {
        this.#loading = this.load().finally(() => (this.#loading = undefined));
      }
    }
    await this.#loading;
  }

  #fileVersion(): string {
    const file = statSync(this.#path, {throwIfNoEntry: false});
    return file ? `${file.ino} ${file.mtimeMs} ${file.size}` : '';
  }

  async #read(): Promise<StoredKey[]> {
    const text = await readIfPresent(this.#path, readPrivateFile);
    if (text === undefined) return [];
    try {
      const file: unknown = JSON.parse(text);
      if (Value.Check(KeyFile, file)) return file.keys;
    } catch (error) {
      throw new SettingsError(`${this.#path} is damaged: it is not JSON.`, {cause: error});
    }
    throw new SettingsError(`${this.#path} is damaged: it does not hold a list of keys.`);
  }

  /** Changes the file while no other process does. */
  async #change(change: (keys: StoredKey[]) => StoredKey[]): Promise<void> {
    await makePrivateFolder(this.#folder);
    const lock = `${this.#path}.lock`;
    await acquire(lock);
    try {
      const keys = change(await this.#read());
      await writePrivateFile(this.#path, `${JSON.stringify({version: 1, keys}, null, 2)}\n`);
    } finally {
      await rm(lock, {force: true});
    }
    this.#checkedAt = -Infinity;
  }
}

/** A new key: 256 random bits behind a prefix that says what it opens, and that secret scanners can find. */
export const newKey = (environment: Environment): string =>
  `sc_${environment}_${randomBytes(32).toString('base64url')}`;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

function summary({id, name, environment, createdAt, revokedAt}: StoredKey): KeySummary {
  return {id, name, environment, createdAt, ...(revokedAt && {revokedAt})};
}

async function acquire(lock: string): Promise<void> {
  for (const end = Date.now() + LOCK_WAIT_MS; ; await sleep(25)) {
    try {
      await (await open(lock, 'wx', 0o600)).close();
      return;
    } catch (error) {
      const held = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!held) throw error;
      if (Date.now() > end) {
        throw new SettingsError(
          `${lock} is held by another process. Remove it if none is changing keys now.`,
          {cause: error},
        );
      }
    }
  }
}
