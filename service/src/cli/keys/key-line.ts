import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {KeySummary} from '../../keys/key-summary.js';
import {allRoles} from '../../keys/roles.js';
import type {KeyLimits} from '../../keys/key-limits.js';

/**
 * One line of `keys list`. Keys of earlier versions may have any name.
 * @param now epoch milliseconds
 */
export const keyLine = (key: KeySummary, now: number): string =>
  [key.id, key.environment.padEnd(7), key.createdAt, stateOf(key, now), key.name]
    .map(visibleText)
    .join('  ')
    .trimEnd();

/** Describes how the key differs from an unrestricted one that does not expire. */
function stateOf(key: KeySummary, now: number): string {
  const {revokedAt, expiresAt, signedOnly, origins, formerUntil, limits = {}} = key;
  if (revokedAt !== undefined) return `revoked ${revokedAt}`;
  const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= now;
  const words: (string | false | undefined)[] = [
    isOver ? `expired ${expiresAt}` : 'active',
    signedOnly && 'signs only',
    rolesText(key),
    !isOver && expiresAt !== undefined && `until ${expiresAt}`,
    origins && `for ${origins.join(' ')}`,
    ...limitTexts(limits),
    formerUntil !== undefined && `the former works until ${formerUntil}`,
    key.changedAt !== key.createdAt && `changed ${key.changedAt}`,
  ];
  return words.filter(Boolean).join(', ');
}

function rolesText({roles, mayClaimCapture}: KeySummary): string | undefined {
  const isWhole = roles.length === allRoles(mayClaimCapture).length;
  if (!isWhole) return `may ${roles.join('+') || 'nothing'}`;
  return mayClaimCapture ? undefined : 'claims no captures';
}

function limitTexts({perMinute, concurrency, sealsPerDay, inspectionsPerDay}: KeyLimits): string[] {
  const text = (limit: number | undefined, what: string) =>
    limit === undefined ? [] : [`${limit === 0 ? 'any number' : limit} ${what}`];
  return [
    ...text(perMinute, 'requests a minute'),
    ...text(concurrency, 'at once'),
    ...text(sealsPerDay, 'seals a day'),
    ...text(inspectionsPerDay, 'inspections a day'),
  ];
}
