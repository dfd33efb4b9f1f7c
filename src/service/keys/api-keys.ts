import {randomBytes} from 'node:crypto';
import type {Environment} from '../environment.js';
import type {LastingStore} from '../store/expiring-store.js';
import {KeySecret} from './key-secret.js';
import {changeKeys, openKeyStore} from './key-store.js';
import {
  digestOf,
  digestOfText,
  idOf,
  idsOf,
  NAME,
  parseKeys,
  type StoredKey,
} from './stored-key.js';

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
    const digest = digestOfText(key);
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
    const digest = digestOfText(key);
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
    await changeKeys(await this.#store(), (keys) => [
      ...keys.filter((one) => one.digest !== stored.digest),
      stored,
    ]);
    this.#lately = undefined;
    return {id, key, secret};
  }

  async list(): Promise<KeySummary[]> {
    return parseKeys(await (await this.#store()).get(NAME)).map(summary);
  }

  /** The revoked key, or undefined where there is none with this id. Revoking twice changes nothing. */
  async revoke(id: string): Promise<KeySummary | undefined> {
    const revokedAt = new Date().toISOString();
    const keys = await changeKeys(await this.#store(), (all) =>
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
    for (const stored of parseKeys(text)) {
      const {revokedAt, secret} = stored;
      const active = revokedAt ? undefined : {...summary(stored), secret: new KeySecret(secret)};
      for (const id of idsOf(stored)) keys.set(id, {digest: digestOf(stored), active});
    }
    this.#parsed = {text, keys};
    return keys;
  }

  #store(): Promise<LastingStore> {
    return (this.#opened ??= openKeyStore(this.#folder, this.#given));
  }
}

/** A new key: 256 random bits behind a prefix that says what it opens, and that secret scanners can find. */
export const newKey = (environment: Environment): string =>
  `sc_${environment}_${randomBytes(32).toString('base64url')}`;

function summary(key: StoredKey): KeySummary {
  const {id, name, environment, signedOnly, mayClaimCapture = true, createdAt, revokedAt} = key;
  const shown = {id, name, environment, mayClaimCapture, createdAt};
  return {...shown, ...(signedOnly && {signedOnly}), ...(revokedAt && {revokedAt})};
}
