import Type, {type Static} from 'typebox';
import {environments} from '../environment.js';
import {KeyLimits} from './key-limits.js';
import {roles} from './roles.js';
import {rolesOf, type StoredKey} from './stored-key.js';

const Time = Type.String({format: 'date-time', description: 'ISO 8601, UTC.'});

/** The part of a key that may be shown after it was made. */
export const KeySummary = Type.Object({
  id: Type.String(),
  name: Type.String(),
  environment: Type.Enum([...environments]),
  roles: Type.Array(Type.Enum([...roles])),
  mayClaimCapture: Type.Boolean({
    description: 'Its seals may say that a camera or microphone of this package captured the file.',
  }),
  signedOnly: Type.Optional(
    Type.Boolean({description: 'Refused where it is sent itself: it only signs requests.'}),
  ),
  origins: Type.Optional(
    Type.Array(Type.String(), {description: 'Of pages that may use it. Absent: any.'}),
  ),
  expiresAt: Type.Optional(Time),
  limits: Type.Optional(KeyLimits),
  formerUntil: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'The text and secret that were replaced work until then.',
    }),
  ),
  createdAt: Time,
  changedAt: Type.String({
    format: 'date-time',
    description: 'When it was made, changed, given another text or revoked, whichever was last.',
  }),
  revokedAt: Type.Optional(Time),
});
export type KeySummary = Static<typeof KeySummary>;

export function summaryOf(key: StoredKey, now: number): KeySummary {
  const {id, name, environment, signedOnly, origins, expiresAt, limits, createdAt, revokedAt} = key;
  const own = rolesOf(key);
  const [former] = key.former ?? [];
  const formerUntil = former && Date.parse(former.until) > now ? former.until : undefined;
  return {
    id,
    name,
    environment,
    roles: own,
    mayClaimCapture: own.includes('claim-capture'),
    createdAt,
    changedAt: revokedAt ?? key.changedAt ?? createdAt,
    ...(signedOnly && {signedOnly}),
    ...(origins && {origins}),
    ...(expiresAt !== undefined && {expiresAt}),
    ...(limits && Object.keys(limits).length > 0 && {limits}),
    ...(formerUntil !== undefined && {formerUntil}),
    ...(revokedAt !== undefined && {revokedAt}),
  };
}
