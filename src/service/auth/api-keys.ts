import {createHash, randomBytes} from 'node:crypto';
import {existsSync} from 'node:fs';
import {rename} from 'node:fs/promises';
import {join} from 'node:path';
import Type, {type Static} from 'typebox';
import {Value} from 'typebox/value';
import {keyIdOf} from '../../model/message-signature.js';
import {environments, type Environment} from '../environment.js';
import {isMissing, readPrivateFile} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import type {LastingStore} from '../store/expiring-store.js';
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
  /** Absent in keys of earlier versions: true. */
  mayClaimCapture: Type.Optional(Type.Boolean()),
  createdAt: Type.String(),
  revokedAt: Type.Optional(Type.String()),
});
/** As the first version kept it in `keys.json`. */
const KeyFile = Type.Object({version: Type.Literal(1), keys: Type.Array(StoredKey)});
type StoredKey = Static<typeof StoredKey>;

/** What may be shown of a key once it was made. */
export type KeySummary = Omit<StoredKey, 'digest' | 'secret' | 'mayClaimCapture'> & {
  /** Its seals may say that a camera or microphone of this package captured the file. */
  mayClaimCapture: boolean;
};

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
  /**
   * Lets its seals say that a camera or microphone of this package captured the file. By default true, as keys of pages
   * need it; false for one that only signs, which a backend has, and backends seal what others made.
   */
  mayClaimCapture?: boolean;
}

/** How long a revoked key may go on being accepted by a running service, in milliseconds. */
const FRESHNESS_MS = 200;

/** What the store has all keys under, as JSON. */
const NAME = 'api-keys';

interface KnownKey {
  digest: Buffer;
  /** Undefined once it is revoked. */
  active: ActiveKey | undefined;
}
type KnownKeys = ReadonlyMap<string, KnownKey>;

/** The keys of both environments: in a store that services share, or in `keys.db` of the data folder (mode 0600). */
export class ApiKeys {
  readonly #folder: string;
  readonly #given: LastingStore | undefined;
  #opened?: Promise<LastingStore>;
  #lately?: {readAt: number; keys: Promise<KnownKeys>};
  /** What was parsed last: the keys by all their ids. */
  #parsed: {text: Uint8Array | undefined; keys: KnownKeys} = {text: undefined, keys: new Map()};

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
    {key = newKey(environment), signedOnly, mayClaimCapture = !signedOnly}: NewKeyOptions = {},
  ): Promise<CreatedKey> {
    const digest = sha256(key);
    const id = idOf(digest);
    const secret = randomBytes(32).toString('base64url');
    const stored: StoredKey = {
      id,
      name,
      environment,
      digest: digest.toString('base64'),
      secret,
      ...(signedOnly && {signedOnly}),
      mayClaimCapture,
      createdAt: new Date().toISOString(),
    };
    await change(await this.#store(), (keys) => [
      ...keys.filter((one) => one.digest !== stored.digest),
      stored,
    ]);
    this.#lately = undefined;
    return {id, key, secret};
  }

  async list(): Promise<KeySummary[]> {
    return parsed(await (await this.#store()).get(NAME)).map(summary);
  }

  /** The revoked key, or undefined where there is none with this id. Revoking twice changes nothing. */
  async revoke(id: string): Promise<KeySummary | undefined> {
    const revokedAt = new Date().toISOString();
    const keys = await change(await this.#store(), (all) =>
      all.map((key) => (idsOf(key).includes(id) ? {revokedAt, ...key} : key)),
    );
    this.#lately = undefined;
    const revoked = keys.find((key) => idsOf(key).includes(id));
    return revoked && summary(revoked);
  }

  /** Closes the store, also one that was given. */
  async close(): Promise<void> {
    await (await this.#store()).close();
  }

  /** Follows changes that another process makes, such as `sealed-capture keys revoke`. */
  async #look(id: string): Promise<KnownKey | undefined> {
    const now = performance.now();
    if (this.#lately && now - this.#lately.readAt <= FRESHNESS_MS) {
      const found = (await this.#lately.keys).get(id);
      if (found) return found;
    }
    this.#lately = {readAt: now, keys: this.#read()};
    return (await this.#lately.keys).get(id);
  }

  async #read(): Promise<KnownKeys> {
    const text = await (await this.#store()).get(NAME);
    if (text && this.#parsed.text && Buffer.compare(text, this.#parsed.text) === 0) {
      return this.#parsed.keys;
    }
    const keys = new Map<string, KnownKey>();
    for (const stored of parsed(text)) {
      const {revokedAt, secret} = stored;
      const active = revokedAt ? undefined : {...summary(stored), secret: new KeySecret(secret)};
      for (const id of idsOf(stored)) keys.set(id, {digest: digestOf(stored), active});
    }
    this.#parsed = {text, keys};
    return keys;
  }

  #store(): Promise<LastingStore> {
    return (this.#opened ??= this.#open());
  }

  async #open(): Promise<LastingStore> {
    const path = join(this.#folder, 'keys.db');
    const store = this.#given ?? (await LastingFile.open(path));
    const former = join(this.#folder, 'keys.json');
    await takeOver(former, store, async () => parsed(await readPrivateFile(former), former));
    if (store instanceof LastingFile) return store;
    await takeOver(path, store, async () => {
      const file = await LastingFile.open(path);
      try {
        return parsed(await file.get(NAME));
      } finally {
        await file.close();
      }
    });
    return store;
  }
}

/** The keys in the order in which they were made. @throws {SettingsError} naming what is damaged */
function parsed(text: Uint8Array | string | undefined, name = NAME): StoredKey[] {
  if (text === undefined) return [];
  try {
    const file: unknown = JSON.parse(text.toString());
    if (Value.Check(KeyFile, file)) return file.keys;
  } catch (error) {
    throw new SettingsError(`${name} is damaged: it is not JSON.`, {cause: error});
  }
  throw new SettingsError(`${name} is damaged: it does not hold a list of keys.`);
}

/** Replaces the keys by what `make` makes of them, which is called again where another process is faster. */
async function change(
  store: LastingStore,
  make: (keys: StoredKey[]) => StoredKey[],
): Promise<StoredKey[]> {
  for (;;) {
    const from = await store.get(NAME);
    const keys = make(parsed(from));
    const value = Buffer.from(JSON.stringify({version: 1, keys}));
    const isStored = from
      ? await store.replace(NAME, from, {value, lifetime: Infinity, keep: 'held'})
      : (await store.putIfAbsent(NAME, value, Infinity)) === undefined;
    if (isStored) return keys;
  }
}

/**
 * Moves the keys of a file that was in use before into the store, and renames the file. What was revoked in either
 * is revoked. Where this ends halfway, the next start does it once more.
 */
async function takeOver(
  path: string,
  store: LastingStore,
  read: () => Promise<StoredKey[]>,
): Promise<void> {
  if (!existsSync(path)) return;
  // Of two that were made from the same text, the later one counts.
  const former = new Map((await read()).map((key) => [key.digest, key]));
  await change(store, (keys) => {
    const known = keys.map((key) => {
      const {revokedAt} = former.get(key.digest) ?? {};
      return {...(revokedAt && {revokedAt}), ...key};
    });
    const isNew = ({digest}: StoredKey) => !keys.some((key) => key.digest === digest);
    return [...known, ...[...former.values()].filter(isNew)];
  });
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

/** Its own, and the one that follows from its text: keys of older versions have random ids. */
const idsOf = (key: StoredKey): string[] => [key.id, idOf(digestOf(key))];

function summary(key: StoredKey): KeySummary {
  const {id, name, environment, signedOnly, mayClaimCapture = true, createdAt, revokedAt} = key;
  const shown = {id, name, environment, mayClaimCapture, createdAt};
  return {...shown, ...(signedOnly && {signedOnly}), ...(revokedAt && {revokedAt})};
}
