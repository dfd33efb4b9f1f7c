import {type parseArgs} from 'node:util';
import {roles, rolesAmong, type Role} from '../../keys/roles.js';
import {faultsOf, type KeyChange, type KeyProperties} from '../../keys/key-rules.js';
import {limitNames, type LimitName} from '../../keys/key-limits.js';
import {UsageError} from '../../settings/settings-error.js';

/** Options of `keys create` and `keys change` that describe a key. */
export const propertyOptions = {
  name: {type: 'string'},
  roles: {type: 'string'},
  origin: {type: 'string', multiple: true},
  expires: {type: 'string'},
  'per-minute': {type: 'string'},
  concurrency: {type: 'string'},
  'seals-per-day': {type: 'string'},
  'inspections-per-day': {type: 'string'},
  json: {type: 'boolean'},
} as const;

type Values = ReturnType<typeof parseArgs<{options: typeof propertyOptions}>>['values'];

/** In place of a value, removes a property from the key. */
const NONE = 'none';

const limitOptions: Readonly<Record<LimitName, keyof typeof propertyOptions>> = {
  perMinute: 'per-minute',
  concurrency: 'concurrency',
  sealsPerDay: 'seals-per-day',
  inspectionsPerDay: 'inspections-per-day',
};

/** The command-line option that a fault's JSON pointer refers to. */
const optionOf = (pointer: string): string => {
  const [, member = '', limit = ''] = pointer.split('/');
  const named: Record<string, string> = {origins: 'origin', expiresAt: 'expires'};
  return `--${limitOptions[limit as LimitName] ?? named[member] ?? member}`;
};

/**
 * The properties that the options describe.
 * @throws {UsageError} naming the invalid option
 */
export function propertiesOf(values: Values, now: number): KeyProperties {
  const {name, roles, origins, expiresAt, limits} = changeOf(values, now);
  for (const [option, value] of Object.entries({origin: origins, expires: expiresAt})) {
    if (value === null) throw new UsageError(`--${option} ${NONE} is for keys change alone.`);
  }
  const given = Object.entries(limits ?? {}).filter(([, value]) => value !== null);
  return {
    ...(name !== undefined && {name}),
    ...(roles && {roles}),
    ...(origins && {origins}),
    ...(typeof expiresAt === 'string' && {expiresAt}),
    ...(given.length > 0 && {limits: Object.fromEntries(given)}),
  };
}

/**
 * The change that the options describe; each value but the name and the roles may be `none`.
 * @throws {UsageError} naming the invalid option
 */
export function changeOf(values: Values, now: number): KeyChange {
  const {name, origin, expires} = values;
  const limits: NonNullable<KeyChange['limits']> = {};
  for (const limit of limitNames) {
    const text = values[limitOptions[limit]] as string | undefined;
    if (text === NONE) limits[limit] = null;
    else if (text !== undefined) limits[limit] = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  }
  const change: KeyChange = {
    ...(name !== undefined && {name}),
    ...(values.roles !== undefined && {roles: rolesIn(values.roles)}),
    ...(origin && {origins: origin.includes(NONE) ? null : origin}),
    ...(expires !== undefined && {expiresAt: expires === NONE ? null : timeIn(expires, now)}),
    ...(Object.keys(limits).length > 0 && {limits}),
  };
  const [fault] = faultsOf(change, now);
  if (fault) throw new UsageError(`${optionOf(fault.pointer)} ${fault.detail}.`);
  return change;
}

function rolesIn(text: string): Role[] {
  const named = text.split(/[\s,]+/).filter(Boolean);
  const known = rolesAmong(named);
  if (known.length !== new Set(named).size || known.length === 0) {
    throw new UsageError(`--roles must name one or more of ${roles.join(', ')}, by commas.`);
  }
  return known;
}

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = {m: 60_000, h: 3_600_000, d: DAY_MS};

/** Parses a span such as 90d, 24h, 30m or 0, in milliseconds; undefined for any other text. */
export function spanIn(text: string): number | undefined {
  if (text === '0') return 0;
  const [, number = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const length = UNITS[unit];
  return length === undefined ? undefined : Number(number) * length;
}

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Parses a day (its beginning in UTC), a time of RFC 3339, or a span from now. Returns ISO 8601 in UTC. */
function timeIn(text: string, now: number): string {
  const span = spanIn(text);
  const time = span === undefined ? (TIME.test(text) ? Date.parse(text) : NaN) : now + span;
  if (Number.isNaN(time) || isNoDay(text)) {
    throw new UsageError(
      '--expires takes a day (2027-01-31), a time (2027-01-31T12:00:00Z) or a span (90d, 12h).',
    );
  }
  return new Date(time).toISOString();
}

/** True for a day that its month does not have, which Date would count into the next month. */
const isNoDay = (text: string): boolean => {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  return day !== undefined && !new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
};
