import {randomBytes} from 'node:crypto';
import type {Environment} from '../environment.js';
import type {KeyLimits} from './key-limits.js';
import type {KeyChange, KeyProperties} from './key-rules.js';
import {allRoles, rolesAmong} from './roles.js';
import {digestOfText, idOf, type StoredKey} from './stored-key.js';

/** A new key; `key` is shown once and cannot be read again. */
export interface CreatedKey {
  id: string;
  key: string;
  /** Secret for signing requests. */
  secret: string;
}

/** See {@link KeyProperties}. Omitted properties mean no restriction. */
export interface NewKeyOptions extends Omit<KeyProperties, 'name'> {
  /** The key's text; default: a new one. */
  key?: string;
  /** Makes a key that only signs requests: it is refused if it is sent itself. */
  signedOnly?: boolean;
  /**
   * Without `roles`: whether its seals may claim that a camera or microphone of this package captured the file.
   * Default true, as keys of pages need it; false for a key that only signs, because a backend seals files that
   * others made.
   */
  mayClaimCapture?: boolean;
}

/** A key's text and secret. */
export type Credential = Omit<CreatedKey, 'id'>;

/** Most former texts of a key that may be valid beside its newest; the oldest are dropped. */
const MOST_FORMER = 4;

/** Makes a key's text: 256 random bits after a prefix that names its environment and that secret scanners can find. */
export const newKey = (environment: Environment): string =>
  `sc_${environment}_${randomBytes(32).toString('base64url')}`;

const newSecret = (): string => randomBytes(32).toString('base64url');

export const newCredential = (environment: Environment): Credential => ({
  key: newKey(environment),
  secret: newSecret(),
});

/** @param createdAt ISO 8601 */
export function newStoredKey(
  environment: Environment,
  name: string,
  options: NewKeyOptions,
  createdAt: string,
): {created: CreatedKey; stored: StoredKey} {
  const {key = newKey(environment), signedOnly, origins, expiresAt, limits} = options;
  const {mayClaimCapture = !signedOnly, roles = allRoles(mayClaimCapture)} = options;
  const digest = digestOfText(key);
  const created: CreatedKey = {id: idOf(digest), key, secret: newSecret()};
  const stored: StoredKey = {
    id: created.id,
    name,
    environment,
    digest: digest.toString('base64'),
    secret: created.secret,
    ...(signedOnly && {signedOnly}),
    // For services of earlier versions that share the store.
    mayClaimCapture: roles.includes('claim-capture'),
    roles: rolesAmong(roles),
    ...(origins && {origins: [...origins]}),
    ...(expiresAt !== undefined && {expiresAt}),
    ...(limits && {limits}),
    createdAt,
  };
  return {created, stored};
}

/**
 * The key with a new text and secret. The current ones stay valid for `overlap` more milliseconds. Without an
 * overlap, its earlier tokens are refused too.
 */
export function rotatedKey(
  stored: StoredKey,
  {key, secret}: Credential,
  now: number,
  overlap: number,
): StoredKey {
  const until = new Date(now + overlap).toISOString();
  const before = {digest: stored.digest, secret: stored.secret, until};
  // Earlier overlaps are not extended: without an overlap, only the new text and secret are valid.
  const former = [before, ...(stored.former ?? [])].map((one) =>
    one.until > until ? {...one, until} : one,
  );
  return {
    ...stored,
    digest: digestOfText(key).toString('base64'),
    secret,
    former: former.filter((one) => Date.parse(one.until) > now).slice(0, MOST_FORMER),
    // Whoever has the earlier secret may have minted tokens with it.
    ...(overlap === 0 && {tokensFrom: new Date(now).toISOString()}),
    changedAt: new Date(now).toISOString(),
  };
}

export function changedKey(key: StoredKey, change: KeyChange, changedAt: string): StoredKey {
  const {name = key.name, roles, origins, expiresAt, limits} = change;
  const changed: StoredKey = {...key, name, changedAt};
  if (roles) {
    changed.roles = rolesAmong(roles);
    changed.mayClaimCapture = roles.includes('claim-capture');
  }
  if (origins === null) delete changed.origins;
  else if (origins) changed.origins = [...origins];
  if (expiresAt === null) delete changed.expiresAt;
  else if (expiresAt !== undefined) changed.expiresAt = expiresAt;
  if (limits === null) delete changed.limits;
  else if (limits) changed.limits = withoutNulls({...key.limits, ...limits});
  return changed;
}

const withoutNulls = (limits: NonNullable<KeyChange['limits']>): KeyLimits =>
  Object.fromEntries(
    Object.entries(limits).filter(([, value]) => value !== null && value !== undefined),
  );
