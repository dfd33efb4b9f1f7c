import {createHash} from 'node:crypto';
import Type, {type Static} from 'typebox';
import {Value} from 'typebox/value';
import {keyIdOf} from '../../model/message-signature.js';
import {environments} from '../environment.js';
import {SettingsError} from '../settings/settings-error.js';
import {KeyLimits} from './key-limits.js';
import {allRoles, rolesAmong, type Role} from './roles.js';

const FormerCredential = Type.Object({
  digest: Type.String(),
  secret: Type.String({minLength: 16}),
  until: Type.String(),
});

/** One key of the store, as JSON. Members that it does not name are kept: they belong to a later version. */
export const StoredKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  environment: Type.Enum([...environments]),
  /** Base64 of the key's SHA-256: the key itself has 256 random bits, so a fast hash cannot be searched. */
  digest: Type.String(),
  /** Plain, since verifying a request signature (HMAC) takes the secret itself; the store must be closed to others. */
  secret: Type.String({minLength: 16}),
  /** Refused as an API key; only requests that are signed with its secret pass. */
  signedOnly: Type.Optional(Type.Boolean()),
  /** Of keys without `roles`. Absent in those of earlier versions: true. */
  mayClaimCapture: Type.Optional(Type.Boolean()),
  /** Absent in keys of earlier versions: all, as `mayClaimCapture` says. Those of later versions count for nothing. */
  roles: Type.Optional(Type.Array(Type.String())),
  /** Of pages that may use it; absent: any. */
  origins: Type.Optional(Type.Array(Type.String())),
  expiresAt: Type.Optional(Type.String()),
  limits: Type.Optional(KeyLimits),
  /** Texts and secrets that were replaced, newest first. Each works until its time. */
  former: Type.Optional(Type.Array(FormerCredential)),
  /** ISO 8601: tokens that were minted before this time are refused. Absent: no token is refused for its age. */
  tokensFrom: Type.Optional(Type.String()),
  createdAt: Type.String(),
  /** Absent: it is as it was made. */
  changedAt: Type.Optional(Type.String()),
  revokedAt: Type.Optional(Type.String()),
});
export type StoredKey = Static<typeof StoredKey>;

/** All keys: as the store has them under {@link NAME}, and as the first version kept them in `keys.json`. */
const KeyFile = Type.Object({version: Type.Literal(1), keys: Type.Array(StoredKey)});

/** What the store has all keys under, as JSON. */
export const NAME = 'api-keys';

/** The keys in the order in which they were made. @throws {SettingsError} naming what is damaged */
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

/** What {@link parseKeys} reads. */
export const serializeKeys = (keys: readonly StoredKey[]): Buffer =>
  Buffer.from(JSON.stringify({version: 1, keys}));

export const digestOfText = (text: string): Buffer => createHash('sha256').update(text).digest();

export const digestOf = (key: Pick<StoredKey, 'digest'>): Buffer =>
  Buffer.from(key.digest, 'base64');

/** The id that follows from a key's text. */
export const idOf = (digest: Buffer): string => keyIdOf(digest.toString('base64url'));

/** Its own, and those that follow from its texts: keys of older versions have random ids, replaced ones that of before. */
export const idsOf = (key: StoredKey): string[] => [
  key.id,
  ...[key, ...(key.former ?? [])].map((one) => idOf(digestOf(one))),
];

/** What the key may be used for. */
export const rolesOf = ({roles, mayClaimCapture = true}: StoredKey): Role[] =>
  roles ? rolesAmong(roles) : allRoles(mayClaimCapture);
