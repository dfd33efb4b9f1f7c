import {createHash} from 'node:crypto';
import Type, {type Static} from 'typebox';
import {Value} from 'typebox/value';
import {keyIdOf} from '@sealed-capture/seal/model/seal/message-signature.js';
import {environments} from '../environment.js';
import {SettingsError} from '../settings/settings-error.js';
import {KeyLimits} from './key-limits.js';
import {allRoles, rolesAmong, type Role} from './roles.js';

const FormerCredential = Type.Object({
  digest: Type.String(),
  secret: Type.String({minLength: 16}),
  until: Type.String(),
});

/** One key of the store, as JSON. Unknown members are preserved: they belong to a later version. */
export const StoredKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  environment: Type.Enum([...environments]),
  /** Base64 of the key's SHA-256. A fast hash is sufficient, because the key has 256 random bits. */
  digest: Type.String(),
  /** In plain text, because verifying a request signature (HMAC) requires it; the store must be private. */
  secret: Type.String({minLength: 16}),
  /** Refused as an API key; only requests that are signed with its secret are accepted. */
  signedOnly: Type.Optional(Type.Boolean()),
  /** For keys without `roles`. Absent in keys of earlier versions: true. */
  mayClaimCapture: Type.Optional(Type.Boolean()),
  /**
   * Absent in keys of earlier versions: all roles, as `mayClaimCapture` says. Unknown roles of later versions are
   * ignored.
   */
  roles: Type.Optional(Type.Array(Type.String())),
  /** Origins of the pages that may use it; absent for any. */
  origins: Type.Optional(Type.Array(Type.String())),
  expiresAt: Type.Optional(Type.String()),
  limits: Type.Optional(KeyLimits),
  /** Former texts and secrets, newest first. Each is valid until its time. */
  former: Type.Optional(Type.Array(FormerCredential)),
  /** ISO 8601. Tokens that were minted before this time are refused. Absent: no token is refused for its age. */
  tokensFrom: Type.Optional(Type.String()),
  createdAt: Type.String(),
  /** Absent if the key was never changed. */
  changedAt: Type.Optional(Type.String()),
  revokedAt: Type.Optional(Type.String()),
});
export type StoredKey = Static<typeof StoredKey>;

/** All keys, as the store has them under {@link NAME}, and as the first version stored them in `keys.json`. */
const KeyFile = Type.Object({version: Type.Literal(1), keys: Type.Array(StoredKey)});

/** The name under which the store has all keys, as JSON. */
export const NAME = 'api-keys';

/**
 * Parses the keys, in the order in which they were made.
 * @throws {SettingsError} naming what is damaged
 */
export function parseKeys(text: Uint8Array | string | undefined, name = NAME): StoredKey[] {
  if (text === undefined) return [];
  try {
    const file: unknown = JSON.parse(text.toString());
    if (Value.Check(KeyFile, file)) return file.keys;
  } catch (error) {
    throw new SettingsError(`${name} is damaged: it is not JSON.`, {cause: error});
  }
  throw new SettingsError(`${name} is damaged: it does not hold a list of keys.`);
}

/** Serializes keys for {@link parseKeys}. */
export const serializeKeys = (keys: readonly StoredKey[]): Buffer =>
  Buffer.from(JSON.stringify({version: 1, keys}));

export const digestOfText = (text: string): Buffer => createHash('sha256').update(text).digest();

export const digestOf = (key: Pick<StoredKey, 'digest'>): Buffer =>
  Buffer.from(key.digest, 'base64');

/** The id that is derived from a key's text. */
export const idOf = (digest: Buffer): string => keyIdOf(digest.toString('base64url'));

/**
 * The key's id, and those derived from its texts. They differ for keys of older versions, which have random ids,
 * and for keys whose text was replaced.
 */
export const idsOf = (key: StoredKey): string[] => [
  key.id,
  ...[key, ...(key.former ?? [])].map((one) => idOf(digestOf(one))),
];

/** The roles of a key. */
export const rolesOf = ({roles, mayClaimCapture = true}: StoredKey): Role[] =>
  roles ? rolesAmong(roles) : allRoles(mayClaimCapture);
