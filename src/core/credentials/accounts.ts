/** Account of a capture; undefined for captures without an account. */
export type Account = string | undefined;

/** Stands for an account whose hash is still being computed. No capture has it. */
const NOT_YET = '?';

/** Identifies accounts by the SHA-256 of the page's name for them, in hexadecimal, as captures store them. */
export class Accounts {
  readonly #hashes = new Map<string, string>();
  /** Hashes that are being computed. A failed computation is not repeated. */
  readonly #pending = new Map<string, Promise<string>>();
  readonly #onKnown: () => void;

  /** `onKnown` is called when a requested account's hash has been computed. */
  constructor(onKnown: () => void) {
    this.#onKnown = onKnown;
  }

  /** The account's hash, or a value that no capture has while it is computed. Undefined for no account. */
  now(account: string | undefined): Account {
    const hash = this.of(account);
    if (!(hash instanceof Promise)) return hash;
    void hash.catch(() => undefined);
    return NOT_YET;
  }

  /**
   * The account's hash, synchronously if it is known, because a shutter does not wait for it. Undefined for no
   * account. Rejects without a secure context, where nothing can be captured or sealed anyway.
   */
  of(account: string | undefined): Account | Promise<Account> {
    const name = nameOf(account);
    if (name === undefined) return undefined;
    return this.#hashes.get(name) ?? this.#hashOf(name);
  }

  #hashOf(name: string): Promise<string> {
    const known = this.#pending.get(name);
    if (known) return known;
    const pending = hashOf(name).then((hash) => {
      this.#hashes.set(name, hash);
      this.#onKnown();
      return hash;
    });
    this.#pending.set(name, pending);
    return pending;
  }
}

/**
 * The page's name for an account as text. Numbers are valid names; an empty text means no account. An object, about
 * which the page gets a warning, is named by its JSON, because all objects have the same text.
 */
function nameOf(account: string | number | object | null | undefined): string | undefined {
  if (account === undefined || account === null || account === '') return undefined;
  if (typeof account !== 'object') return String(account);
  try {
    return JSON.stringify(account);
  } catch {
    // A circular object: a shared name is better than a lost capture.
    return 'object';
  }
}

async function hashOf(name: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
