/** Whose captures are: undefined for nobody's. */
export type Account = string | undefined;

/** An account whose hash is not worked out yet; no capture has it. */
const NOT_YET = '?';

/** Accounts as captures carry them: by the SHA-256 of what the page calls them, in hexadecimal digits. */
export class Accounts {
  readonly #hashes = new Map<string, string>();
  /** Those that are being worked out; one that cannot be is not tried again. */
  readonly #pending = new Map<string, Promise<string>>();
  readonly #onKnown: () => void;

  /** `onKnown` is called when one more is known that was asked for. */
  constructor(onKnown: () => void) {
    this.#onKnown = onKnown;
  }

  /** As far as it is known: until then it is one that nobody has. Undefined for none. */
  now(account: string | undefined): Account {
    const hash = this.of(account);
    if (!(hash instanceof Promise)) return hash;
    void hash.catch(() => undefined);
    return NOT_YET;
  }

  /**
   * At once where it is known, as a shutter does not wait for it. Undefined for none. Without a secure context, where
   * nothing can be captured or sealed, it rejects.
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
 * A number is a name, too: pages have such ids. An empty text is none. An object, which the page is told of, is as good as
 * its JSON: as text, all objects would be one account.
 */
function nameOf(account: string | number | object | null | undefined): string | undefined {
  if (account === undefined || account === null || account === '') return undefined;
  if (typeof account !== 'object') return String(account);
  try {
    return JSON.stringify(account);
  } catch {
    // One that refers to itself: a capture is not lost over it.
    return 'object';
  }
}

async function hashOf(name: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(name));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
