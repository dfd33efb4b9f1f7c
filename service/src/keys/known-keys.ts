import type {Environment} from '../environment.js';
import type {KeyLimits} from './key-limits.js';
import {KeySecret} from './key-secret.js';
import type {Role} from './roles.js';
import {digestOf, idOf, idsOf, rolesOf, type StoredKey} from './stored-key.js';

/** A key that is not revoked, with what requests are checked against. */
export interface ActiveKey {
  id: string;
  name: string;
  environment: Environment;
  /** Refused as an API key; only requests that are signed with its secret are accepted. */
  signedOnly: boolean;
  roles: ReadonlySet<Role>;
  /** Origins of the pages that may use it; undefined for any. */
  origins: readonly string[] | undefined;
  /** Expiry in epoch milliseconds; Infinity if it does not expire. */
  expiresAt: number;
  limits: KeyLimits;
  /** Tokens that were minted before this time (epoch milliseconds) are refused. */
  tokensFrom: number;
  /** The secrets with which requests may be signed now, newest first. */
  secrets: readonly KeySecret[];
}

interface Credential {
  digest: Buffer;
  secret: KeySecret;
  /** Epoch milliseconds. */
  until: number;
}

interface KnownKey {
  /** Undefined if the key is revoked. */
  active: ActiveKey | undefined;
  credentials: readonly Credential[];
}

/** The keys of the store, indexed by their texts and ids. */
export class KnownKeys {
  readonly #byId = new Map<string, KnownKey>();

  constructor(stored: readonly StoredKey[]) {
    for (const key of stored) {
      const known = knownOf(key);
      for (const id of idsOf(key)) this.#byId.set(id, known);
    }
  }

  /** True if a key has this id, revoked or not. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** The key with this text; undefined if it is revoked, or the text was replaced and its overlap is over. */
  byDigest(digest: Buffer, now: number): ActiveKey | undefined {
    const found = this.#byId.get(idOf(digest));
    const isGood = found?.credentials.some((one) => one.digest.equals(digest) && one.until > now);
    return isGood ? found?.active : undefined;
  }

  byId(id: string, now: number): ActiveKey | undefined {
    const {active, credentials = []} = this.#byId.get(id) ?? {};
    if (!active || credentials.length === 1) return active;
    const secrets = credentials.filter(({until}) => until > now).map(({secret}) => secret);
    return {...active, secrets};
  }
}

function knownOf(stored: StoredKey): KnownKey {
  const {
    id,
    name,
    environment,
    signedOnly = false,
    origins,
    expiresAt,
    limits = {},
    tokensFrom,
  } = stored;
  const credentials: Credential[] = [
    {digest: digestOf(stored), secret: new KeySecret(stored.secret), until: Infinity},
    ...(stored.former ?? []).map((one) => ({
      digest: digestOf(one),
      secret: new KeySecret(one.secret),
      until: Date.parse(one.until),
    })),
  ];
  const active: ActiveKey = {
    id,
    name,
    environment,
    signedOnly,
    roles: new Set(rolesOf(stored)),
    origins,
    expiresAt: expiresAt === undefined ? Infinity : Date.parse(expiresAt),
    limits,
    tokensFrom: tokensFrom === undefined ? 0 : Date.parse(tokensFrom),
    secrets: credentials.map(({secret}) => secret),
  };
  return {credentials, active: stored.revokedAt === undefined ? active : undefined};
}
