import type {Environment} from '../environment.js';
import type {LastingStore} from '../store/expiring-store.js';
import {
  changedKey,
  newCredential,
  newStoredKey,
  rotatedKey,
  type CreatedKey,
  type Credential,
  type NewKeyOptions,
} from './key-changes.js';
import {changeKeys, openKeyStore} from './key-store.js';
import type {KeyChange} from './key-rules.js';
import {summaryOf, type KeySummary} from './key-summary.js';
import {KnownKeys, type ActiveKey} from './known-keys.js';
import {digestOfText, idOf, idsOf, NAME, parseKeys, type StoredKey} from './stored-key.js';

export type {ActiveKey, CreatedKey, KeyChange, KeySummary, NewKeyOptions};

/** Result of a change. */
export type KeyChangeOutcome =
  | {state: 'changed'; key: KeySummary}
  | {state: 'revoked'}
  | {state: 'unknown'};

export type RotationOutcome =
  | {state: 'rotated'; created: CreatedKey; key: KeySummary}
  | {state: 'revoked'}
  | {state: 'unknown'};

/** Milliseconds for which a running service may still accept a revoked key. */
const FRESHNESS_MS = 200;

/**
 * The API keys of both environments, in a store that services share, or in `keys.db` of the data folder (mode
 * 0600).
 */
export class ApiKeys {
  readonly #folder: string;
  readonly #given: LastingStore | undefined;
  readonly #now: () => number;
  #opened?: Promise<LastingStore>;
  #lately?: {readAt: number; keys: Promise<KnownKeys>};
  /** The keys that were parsed last. */
  #parsed: {text: Uint8Array | undefined; keys: KnownKeys} = {
    text: undefined,
    keys: new KnownKeys([]),
  };

  /**
   * @param store where the keys are; default: `keys.db` in the data folder
   * @param now epoch milliseconds
   */
  constructor(dataFolder: string, store?: LastingStore, now: () => number = Date.now) {
    this.#folder = dataFolder;
    this.#given = store;
    this.#now = now;
  }

  /**
   * Opens the store, and migrates the keys of earlier files.
   * @throws {SettingsError} if a file is damaged or readable by other users
   */
  async load(): Promise<void> {
    await this.#store();
  }

  /**
   * The key with this text, of either environment, also if it has expired. Undefined if it is unknown, revoked, or
   * the text was replaced.
   */
  async find(key: string): Promise<ActiveKey | undefined> {
    // Looked up by its hash, so that the time it takes reveals nothing about any key.
    const digest = digestOfText(key);
    return (await this.#keysWith(idOf(digest))).byDigest(digest, this.#now());
  }

  /** Finds a key by its id, which is no secret. */
  async findById(id: string): Promise<ActiveKey | undefined> {
    return (await this.#keysWith(id)).byId(id, this.#now());
  }

  async create(
    environment: Environment,
    name: string,
    options: NewKeyOptions = {},
  ): Promise<CreatedKey> {
    const {created, stored} = newStoredKey(environment, name, options, this.#time());
    await this.#change((keys) => [...keys.filter((one) => one.digest !== stored.digest), stored]);
    return created;
  }

  async list(): Promise<KeySummary[]> {
    const now = this.#now();
    return parseKeys(await (await this.#store()).get(NAME)).map((key) => summaryOf(key, now));
  }

  /** Finds a key by its id, including revoked ones. */
  async get(id: string): Promise<KeySummary | undefined> {
    const stored = parseKeys(await (await this.#store()).get(NAME)).find(hasId(id));
    return stored && summaryOf(stored, this.#now());
  }

  /** Revokes a key. Returns it, or undefined if there is none with this id. Revoking twice changes nothing. */
  async revoke(id: string): Promise<KeySummary | undefined> {
    const revoked = await this.#changeOne(id, (key) => ({revokedAt: this.#time(), ...key}));
    return revoked && summaryOf(revoked, this.#now());
  }

  /** Changes the properties of a key. Those of a revoked key cannot be changed. */
  async change(id: string, change: KeyChange): Promise<KeyChangeOutcome> {
    const changed = await this.#changeOne(id, (key) =>
      key.revokedAt === undefined ? changedKey(key, change, this.#time()) : key,
    );
    if (!changed) return {state: 'unknown'};
    if (changed.revokedAt !== undefined) return {state: 'revoked'};
    return {state: 'changed', key: summaryOf(changed, this.#now())};
  }

  /**
   * Gives a key a new text and secret. Its id stays, and with it its tokens, counts and stored answers.
   *
   * @param overlap milliseconds for which the earlier text and secret stay valid
   */
  async rotate(id: string, overlap: number): Promise<RotationOutcome> {
    let made: Credential | undefined;
    const rotated = await this.#changeOne(id, (stored) => {
      if (stored.revokedAt !== undefined) return stored;
      made ??= newCredential(stored.environment);
      return rotatedKey(stored, made, this.#now(), overlap);
    });
    if (!rotated) return {state: 'unknown'};
    if (rotated.revokedAt !== undefined || !made) return {state: 'revoked'};
    const created = {id: rotated.id, ...made};
    return {state: 'rotated', created, key: summaryOf(rotated, this.#now())};
  }

  /** Closes the store, also one that was passed in. */
  async close(): Promise<void> {
    await (await this.#store()).close();
  }

  async #changeOne(
    id: string,
    make: (key: StoredKey) => StoredKey,
  ): Promise<StoredKey | undefined> {
    const has = hasId(id);
    const keys = await this.#change((all) => all.map((key) => (has(key) ? make(key) : key)));
    return keys.find(has);
  }

  async #change(make: (keys: StoredKey[]) => StoredKey[]): Promise<StoredKey[]> {
    const keys = await changeKeys(await this.#store(), make);
    this.#lately = undefined;
    return keys;
  }

  /**
   * Reads the keys again if they may have changed, because another process may change them, such as `sealed-capture
   * keys revoke`.
   */
  async #keysWith(id: string): Promise<KnownKeys> {
    const now = performance.now();
    if (this.#lately && now - this.#lately.readAt <= FRESHNESS_MS) {
      const keys = await this.#lately.keys;
      if (keys.has(id)) return keys;
    }
    this.#lately = {readAt: now, keys: this.#read()};
    return this.#lately.keys;
  }

  async #read(): Promise<KnownKeys> {
    const text = await (await this.#store()).get(NAME);
    if (text && this.#parsed.text && Buffer.compare(text, this.#parsed.text) === 0) {
      return this.#parsed.keys;
    }
    const keys = new KnownKeys(parseKeys(text));
    this.#parsed = {text, keys};
    return keys;
  }

  #store(): Promise<LastingStore> {
    return (this.#opened ??= openKeyStore(this.#folder, this.#given));
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }
}

const hasId =
  (id: string) =>
  (key: StoredKey): boolean =>
    idsOf(key).includes(id);
