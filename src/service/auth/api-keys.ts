import {createHash, randomBytes, timingSafeEqual} from 'node:crypto';
import {statSync} from 'node:fs';
import {join} from 'node:path';
import Type, {type Static} from 'typebox';
import {Value} from 'typebox/value';
import {environments, type Environment} from '../../model/environment.js';
import {keyIdOf} from '../../model/message-signature.js';
import {withFileLock} from '../files/file-lock.js';
import {KeySecret} from './key-secret.js';
import {
  makePrivateFolder,
  readIfPresent,
  readPrivateFile,
  writePrivateFile,
} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';

const StoredKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  environment: Type.Enum([...environments]),
  /** Base64 of the key's SHA-256: the key itself has 256 random bits, so a fast hash cannot be searched. */
  digest: Type.String(),
  /** Plain, since verifying a request signature (HMAC) takes the secret itself; the file's mode guards it. */
  secret: Type.String({minLength: 16}),
  /** Refused as an API key; only requests that are signed with its secret pass. */
  signedOnly: Type.Optional(Type.Boolean()),
  createdAt: Type.String(),
  revokedAt: Type.Optional(Type.String()),
});
const KeyFile = Type.Object({version: Type.Literal(1), keys: Type.Array(StoredKey)});
type StoredKey = Static<typeof StoredKey>;

/** What may be shown of a key once it was made. */
export type KeySummary = Omit<StoredKey, 'digest' | 'secret'>;

/** A key that is not revoked. */
export type ActiveKey = KeySummary & {secret: KeySecret};

/** A new key; `key` is shown this once and cannot be read again. */
export interface CreatedKey {
  id: string;
  key: string;
  /** For signing requests. */
  secret: string;
}

export interface NewKeyOptions {
  /** The key's text; a new one by default. */
  key?: string;
  /** Makes a key that only signs requests: it is refused where it is sent itself. */
  signedOnly?: boolean;
}

interface KnownKey {
  stored: StoredKey;
  digest: Buffer;
}

/** How long a revoked key may go on being accepted by a running service, in milliseconds. */
const FRESHNESS_MS = 200;

/** The keys of both environments, in `keys.json` of the data folder (mode 0600). */
export class ApiKeys {
  readonly #folder: string;
  readonly #path: string;
  #keys: KnownKey[] = [];
  /** By the id in the file, and by the one that the key itself gives: older files have random ids. */
  #byId = new Map<string, KnownKey>();
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
    this.#keys = stored.map((key) => ({stored: key, digest: digestOf(key)}));
    this.#byId = new Map(
      this.#keys.flatMap((key) => idsOf(key.stored).map((id) => [id, key] as const)),
    );
    this.#version = version;
  }

  /** The key's record, whatever its environment; undefined for an unknown or revoked key. */
  async find(key: string): Promise<ActiveKey | undefined> {
    const digest = sha256(key);
    return this.#look(() => {
      let found: KnownKey | undefined;
      // Every record is compared, so that the time taken says nothing about which one matched.
      for (const candidate of this.#keys) {
        if (timingSafeEqual(candidate.digest, digest)) found = candidate;
      }
      return found;
    });
  }

  /** The same by the key's id, which is no secret. */
  async findById(id: string): Promise<ActiveKey | undefined> {
    return this.#look(() => this.#byId.get(id));
  }

  async create(
    environment: Environment,
    name: string,
    {key = newKey(environment), signedOnly}: NewKeyOptions = {},
  ): Promise<CreatedKey> {
    const digest = sha256(key);
    const created: CreatedKey = {
      id: keyIdOf(digest.toString('base64url')),
      key,
      secret: randomBytes(32).toString('base64url'),
    };
    const stored: StoredKey = {
      id: created.id,
      name,
      environment,
      digest: digest.toString('base64'),
      secret: created.secret,
      ...(signedOnly && {signedOnly}),
      createdAt: new Date().toISOString(),
    };
    await this.#change((keys) => [...keys, stored]);
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
        if (!idsOf(key).includes(id)) return key;
        revoked = {...key, revokedAt: key.revokedAt ?? new Date().toISOString()};
        return revoked;
      }),
    );
    return revoked && summary(revoked);
  }

  async #look(search: () => KnownKey | undefined): Promise<ActiveKey | undefined> {
    await this.#refresh();
    const found = search();
    if (found) return active(found);
    // Another process may have made it in this very moment.
    this.#checkedAt = -Infinity;
    await this.#refresh();
    return active(search());
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
    await withFileLock(this.#path, async () => {
      const keys = change(await this.#read());
      await writePrivateFile(this.#path, `${JSON.stringify({version: 1, keys}, null, 2)}\n`);
    });
    this.#checkedAt = -Infinity;
  }
}

/** A new key: 256 random bits behind a prefix that says what it opens, and that secret scanners can find. */
export const newKey = (environment: Environment): string =>
  `sc_${environment}_${randomBytes(32).toString('base64url')}`;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const digestOf = (key: StoredKey): Buffer => Buffer.from(key.digest, 'base64');

const idsOf = (key: StoredKey): string[] => [key.id, keyIdOf(digestOf(key).toString('base64url'))];

const active = (key: KnownKey | undefined): ActiveKey | undefined =>
  key && !key.stored.revokedAt
    ? {...summary(key.stored), secret: new KeySecret(key.stored.secret)}
    : undefined;

function summary({id, name, environment, signedOnly, createdAt, revokedAt}: StoredKey): KeySummary {
  return {
    id,
    name,
    environment,
    ...(signedOnly && {signedOnly}),
    createdAt,
    ...(revokedAt && {revokedAt}),
  };
}
