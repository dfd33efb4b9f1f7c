import {hasHiddenText} from '@sealed-capture/seal/model/text/visible-text.js';
import {originOf} from '../settings/kinds.js';
import {LARGEST_LIMIT, limitNames, type KeyLimits, type LimitName} from './key-limits.js';
import {roles, type Role} from './roles.js';

/** Longest name in characters. */
export const LONGEST_NAME = 200;
const MOST_ORIGINS = 100;

/** Default overlap in milliseconds for which a key's former text and secret stay valid. */
export const DEFAULT_OVERLAP_MS = 24 * 60 * 60 * 1000;
export const LONGEST_OVERLAP_MS = 90 * DEFAULT_OVERLAP_MS;

/** The properties of a key that an operator may set. */
export interface KeyProperties {
  name?: string;
  roles?: readonly Role[];
  /** Origins of the pages that may use it. */
  origins?: readonly string[];
  /** ISO 8601. */
  expiresAt?: string;
  limits?: KeyLimits;
}

/** Changes to a key's properties; null removes one. */
export interface KeyChange {
  name?: string;
  roles?: readonly Role[];
  origins?: readonly string[] | null;
  expiresAt?: string | null;
  limits?: {[name in LimitName]?: number | null} | null;
}

/** An invalid property: JSON Pointer and reason. */
export interface KeyFault {
  pointer: string;
  detail: string;
}

/**
 * The faults of given properties, where null removes one; empty if all are valid.
 * @param now epoch milliseconds
 */
export function faultsOf(
  {name = '', roles: named, origins, expiresAt, limits}: KeyChange,
  now: number,
): KeyFault[] {
  const faults: KeyFault[] = [];
  const fault = (pointer: string, detail: string) => faults.push({pointer, detail});
  if ([...name].length > LONGEST_NAME || hasHiddenText(name)) {
    fault(
      '/name',
      `takes at most ${LONGEST_NAME} characters, without line breaks, control characters and characters that are not shown or turn the reading direction`,
    );
  }
  if (named?.length === 0 || named?.some((role) => !roles.includes(role))) {
    fault('/roles', `must name one or more of ${roles.join(', ')}`);
  }
  if (named?.includes('claim-capture') && !named.includes('seal')) {
    fault('/roles', 'must hold seal where it holds claim-capture');
  }
  if (origins && (origins.length === 0 || origins.length > MOST_ORIGINS)) {
    fault('/origins', `must hold 1 to ${MOST_ORIGINS} origins`);
  }
  if (origins?.some((origin) => originOf(origin) !== origin)) {
    fault('/origins', 'must hold origins such as https://app.example, written as browsers do');
  }
  if (typeof expiresAt === 'string' && !(Date.parse(expiresAt) > now)) {
    fault('/expiresAt', 'must be a time to come');
  }
  for (const limit of limitNames) {
    const value = limits?.[limit];
    if (value === undefined || value === null) continue;
    if (!Number.isInteger(value) || value < 0 || value > LARGEST_LIMIT) {
      fault(`/limits/${limit}`, `must be a whole number from 0 to ${LARGEST_LIMIT}`);
    }
  }
  return faults;
}
