import {createHash, randomBytes} from 'node:crypto';
import {existsSync} from 'node:fs';
import {rename} from 'node:fs/promises';
import {join} from 'node:path';
import Type, {type Static} from 'typebox';
import {environments, type Environment} from '../../model/environment.js';
import {keyIdOf} from '../../model/message-signature.js';
import {isMissing, readPrivateFile} from '../files/private-files.js';
import type {LastingStore} from '../store/expiring-store.js';
import {parseJson, readJson, updateJson} from '../store/json-value.js';
import {LastingFile} from '../store/lasting-file.js';
import {KeySecret} from './key-secret.js';

const StoredKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  environment: Type.Enum([...environments]),
  /** Base64 of the key's SHA-256: the key itself has 256 random bits, so a fast hash cannot be searched. */
  digest: Type.String(),
  /** Plain, since verifying a request signature (HMAC) takes the secret itself; the store must be closed to others. */
  secret: Type.String({minLength: 16}),
  /** Refused as an API key; only requests that are signed with its secret pass. */
  signedOnly: Type.Optional(Type.Boolean()),
  createdAt: Type.String(),
  revokedAt: Type.Optional(Type.String()),
});
/** What the first version kept in `keys.json`. */
const KeyFile = Type.Object({version: Type.Literal(1), keys: Type.Array(StoredKey)});
const Id = Type.String();
const Ids = Type.Array(Id);
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

/** How long a revoked key may go on being accepted by a running service, in milliseconds. */
const FRESHNESS_MS = 200;

/** Names the ids of all keys, in the order in which they were made. */
const INDEX = 'api-keys';
/** Names a key's record, by the id that follows from the key's text. */
const recordOf = (id: string): string => `api-key:${id}`;
/** Names that id, by another that an older version gave the key. */
const aliasOf = (id: string): string => `api-key-alias:${id}`;

interface KnownKey {
  readAt: number;
  digest: Buffer;
  /** Undefined once it is revoked. */
  active: ActiveKey | undefined;
}

/** The keys of both environments: in a store that services share, or in `keys.db` of the data folder (mode 0600). */
export class ApiKeys {
  readonly #folder: string;
  #given: LastingStore | undefined;
  #opened?: Promise<LastingStore>;
  /** What was read lately, by id: this never holds more than there are keys. */
  readonly #known = new Map<string, KnownKey>();

  /** @param store where the keys are; by default, `keys.db` in the data folder */
  constructor(dataFolder: string, store?: LastingStore) {
    this.#folder = dataFolder;
    this.#given = store;
  }

  /**
   * Opens the store, and takes over the keys of files that were in use before.
   * @throws {SettingsError} where a file is damaged or open to other users
   */
  async load(): Promise<void> {
    await this.#store();
  }

  /** The key's record, whatever its environment; undefined for an unknown or revoked key. */
  async find(key: string): Promise<ActiveKey | undefined> {
    // Looked up by its hash: the time that takes says nothing about any key.
    const digest = sha256(key);
    const known = await this.#look(idOf(digest));
    return known?.digest.equals(digest) ? known.active : undefined;
  }

  /** The same by the key's id, which is no secret. */
  async findById(id: string): Promise<ActiveKey | undefined> {
    return (await this.#look(id))?.active;
  }

  async create(
    environment: Environment,
    name: string,
    {key = newKey(environment), signedOnly}: NewKeyOptions = {},
  ): Promise<CreatedKey> {
    const digest = sha256(key);
    const created: CreatedKey = {
      id: idOf(digest),
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
    await put(await this.#store(), created.id, () => stored);
    this.#known.clear();
    return created;
  }

  async list(): Promise<KeySummary[]> {
    return (await allOf(await this.#store())).map(summary);
  }

  /** The revoked key, or undefined where there is none with this id. Revoking twice changes nothing. */
  async revoke(id: string): Promise<KeySummary | undefined> {
    const store = await this.#store();
    const revokedAt = new Date().toISOString();
    const name = recordOf((await readJson(store, aliasOf(id), Id)) ?? id);
    const revoked = await updateJson(store, name, StoredKey, (key) => key && {revokedAt, ...key});
    this.#known.clear();
    return revoked && summary(revoked);
  }

  /** Closes the store, also one that was given. */
  async close(): Promise<void> {
    await (await this.#store()).close();
  }

  /** Follows changes that another process makes, such as `sealed-capture keys revoke`. */
  async #look(id: string): Promise<KnownKey | undefined> {
    const readAt = performance.now();
    const known = this.#known.get(id);
    if (known && readAt - known.readAt <= FRESHNESS_MS) return known;
    const stored = await this.#read(id);
    if (!stored) {
      this.#known.delete(id);
      return undefined;
    }
    const active = stored.revokedAt
      ? undefined
      : {...summary(stored), secret: new KeySecret(stored.secret)};
    const read = {readAt, digest: digestOf(stored), active};
    this.#known.set(id, read);
    return read;
  }

  async #read(id: string): Promise<StoredKey | undefined> {
    const store = await this.#store();
    const stored = await readJson(store, recordOf(id), StoredKey);
    if (stored) return stored;
    const alias = await readJson(store, aliasOf(id), Id);
    return alias === undefined ? undefined : readJson(store, recordOf(alias), StoredKey);
  }

  #store(): Promise<LastingStore> {
    return (this.#opened ??= this.#open());
  }

  async #open(): Promise<LastingStore> {
    const path = join(this.#folder, 'keys.db');
    const store = this.#given ?? (await LastingFile.open(path));
    await takeOver(join(this.#folder, 'keys.json'), store, async (file) => {
      const {keys} = parseJson(await readPrivateFile(file), KeyFile, file);
      return keys;
    });
    if (store instanceof LastingFile) return store;
    await takeOver(path, store, async (file) => {
      const former = await LastingFile.open(file);
      try {
        return await allOf(former);
      } finally {
        await former.close();
      }
    });
    return store;
  }
}

/** All keys of the store, in the order in which they were made. */
async function allOf(store: LastingStore): Promise<StoredKey[]> {
  const ids = (await readJson(store, INDEX, Ids)) ?? [];
  const keys = await Promise.all(ids.map((id) => readJson(store, recordOf(id), StoredKey)));
  return keys.filter((key) => key !== undefined);
}

/** Stores a key, and lists it. */
async function put(
  store: LastingStore,
  id: string,
  change: (before: StoredKey | undefined) => StoredKey,
): Promise<void> {
  await updateJson(store, recordOf(id), StoredKey, change);
  await updateJson(store, INDEX, Ids, (ids = []) => (ids.includes(id) ? ids : [...ids, id]));
}

/**
 * Moves the keys of a file that was in use before into the store, and renames the file. What was revoked in either
 * is revoked. Where this ends halfway, the next start does it once more.
 */
async function takeOver(
  path: string,
  store: LastingStore,
  read: (path: string) => Promise<StoredKey[]>,
): Promise<void> {
  if (!existsSync(path)) return;
  // Of two that were made from the same text, the later one counts.
  const keys = new Map((await read(path)).map((key) => [idOf(digestOf(key)), key]));
  for (const [id, key] of keys) {
    const {revokedAt} = key;
    if (key.id !== id) await updateJson(store, aliasOf(key.id), Id, () => id);
    await put(store, id, (known) => (known ? {...(revokedAt && {revokedAt}), ...known} : key));
  }
  await rename(path, `${path}.taken-over`).catch((error: unknown) => {
    // Another process was faster.
    if (!isMissing(error)) throw error;
  });
}

/** A new key: 256 random bits behind a prefix that says what it opens, and that secret scanners can find. */
export const newKey = (environment: Environment): string =>
  `sc_${environment}_${randomBytes(32).toString('base64url')}`;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const digestOf = (key: StoredKey): Buffer => Buffer.from(key.digest, 'base64');

const idOf = (digest: Buffer): string => keyIdOf(digest.toString('base64url'));

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
