import {isIP} from 'node:net';
import {resolve} from 'node:path';
import Type, {type TSchema} from 'typebox';
import {SettingsError} from './settings-error.js';

const MIB = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;

/** Documentation of a setting. */
export interface Notes {
  /** The variable without which this one has no effect. */
  needs?: string;
  /** Its purpose, as `--help` and docs/service.md show it: begins with a small letter, without a full stop. */
  what: string;
  /** The default as text, if it is computed when the service starts. */
  shown?: string;
  /** Page of the documentation with details. */
  page?: string;
}

/** A setting in the schema. */
export interface Setting extends TSchema, Notes {
  /** The environment variable that it is read from, and its name in a file of settings. */
  variable: string;
  type: 'integer' | 'string' | 'array';
  /** What a value must be, as the sentence after its name. */
  must: string;
  default?: unknown;
  /** Smallest value of an integer. */
  minimum?: number;
  maximum?: number;
  /** The value may contain a password, so it is never shown. */
  secret?: true;
}

interface IntegerNotes extends Notes {
  minimum: number;
  maximum: number;
}

export const integer = (variable: string, notes: IntegerNotes & {default?: number}) =>
  Type.Integer({
    variable,
    ...notes,
    must: `must be a whole number from ${notes.minimum} to ${notes.maximum}`,
  });

export const text = (variable: string, notes: Notes & {default?: string}) =>
  Type.String({minLength: 1, variable, ...notes, must: 'must be a text'});

/** A number of MiB, read as bytes. */
export const mebibytes = (variable: string, notes: IntegerNotes & {default: number}) =>
  Type.Decode(integer(variable, notes), (value) => value * MIB);

/** A number of hours, read as milliseconds. */
export const hours = (variable: string, notes: IntegerNotes & {default: number}) =>
  Type.Decode(integer(variable, notes), (value) => value * HOUR_MS);

/** A file or folder, relative to the service's working directory; read as an absolute path. */
export const path = (variable: string, notes: Notes) =>
  Type.Decode(Type.String({minLength: 1, variable, ...notes, must: 'must be a path'}), (given) =>
    resolve(given),
  );

export const choice = <const C extends readonly string[]>(
  variable: string,
  names: C,
  notes: Notes & {default: C[number]},
) =>
  Type.Unsafe<C[number]>(
    Type.Enum([...names], {
      type: 'string',
      variable,
      ...notes,
      must: `must be one of: ${names.join(', ')}`,
    }),
  );

/** One or more choices, separated by commas in a text; `none` for an empty list. */
export const choices = <const C extends readonly string[]>(
  variable: string,
  names: C,
  notes: Notes & {default?: readonly C[number][]},
) =>
  Type.Unsafe<C[number][]>(
    Type.Array(Type.Enum([...names]), {
      variable,
      ...notes,
      must: `must be none, or one or more of ${names.join(', ')}, separated by commas`,
    }),
  );

/** A list whose items pass a check. Messages repeat the values, unless they may be secret. */
const listOf = (
  variable: string,
  isOne: (text: string) => boolean,
  must: string,
  notes: Notes & {secret?: true},
) =>
  Type.Refine(
    Type.Unsafe<readonly string[]>(
      Type.Array(Type.String(), {variable, ...notes, default: [], must}),
    ),
    (list) => list.every(isOne),
    (list) => {
      const wrong = list.find((one) => !isOne(one));
      return notes.secret ? must : `${must}; not ${JSON.stringify(wrong)}`;
    },
  );

/**
 * A list with a parser of its own, whose values may be secret.
 * @param parse throws a SettingsError whose message begins with the given name, and repeats no value
 */
export const parsedList = <T>(
  variable: string,
  parse: (name: string, texts: readonly string[]) => T,
  {must, ...notes}: Notes & {must: string},
) => {
  const faultOf = faultsOf((texts: string[]) => parse('', texts));
  const list = Type.Refine(
    Type.Array(Type.String(), {variable, ...notes, secret: true, default: [], must}),
    (texts) => faultOf(texts) === undefined,
    (texts) => faultOf(texts) ?? must,
  );
  return Type.Decode(list, (texts) => parse(variable, texts));
};

/**
 * A text with a parser of its own. Valid texts contain no secret; invalid ones may.
 * @param parse as in {@link parsedList}
 */
export const parsedText = <T>(
  variable: string,
  parse: (text: string, name: string) => T,
  {must, ...notes}: Notes & {must: string; default?: string},
) => {
  const faultOf = faultsOf((text: string) => parse(text, ''));
  const checkedText = Type.Refine(
    Type.String({variable, ...notes, must}),
    (text) => faultOf(text) === undefined,
    (text) => faultOf(text) ?? must,
  );
  return Type.Decode(checkedText, (text) => parse(text, variable));
};

/** Returns a function that returns what the parser finds wrong, as the sentence after the setting's name. */
const faultsOf =
  <V>(parse: (value: V) => unknown) =>
  (value: V): string | undefined => {
    try {
      parse(value);
      return undefined;
    } catch (error) {
      if (error instanceof SettingsError) return error.message.replace(/\.$/, '');
      throw error;
    }
  };

export const origins = (variable: string, notes: Notes) =>
  listOf(
    variable,
    (origin) => origin === '*' || originOf(origin) === origin,
    'must list origins such as https://example.org, separated by commas',
    notes,
  );

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

export const proxies = (variable: string, notes: Notes) =>
  listOf(
    variable,
    (range) => NAMED_RANGES.includes(range) || isRange(range),
    `must list addresses of proxies or ranges of them, such as 10.0.0.7 or 10.0.0.0/8, or ${NAMED_RANGES.join(', ')}, separated by commas`,
    notes,
  );

/** Addresses of http or https. They may contain passwords. */
export const addresses = (variable: string, notes: Notes) =>
  listOf(
    variable,
    (address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol),
    'must list addresses such as http://timestamp.example/rfc3161, separated by commas',
    {...notes, secret: true},
  );

export const redisUrl = (variable: string, notes: Notes) =>
  checked(
    variable,
    (url) => URL.canParse(url) && ['redis:', 'rediss:'].includes(new URL(url).protocol),
    'must be a URL such as redis://localhost:6379',
    {...notes, secret: true},
  );

/** An origin and optionally a path, in the normal form of URLs; read without a final slash. */
export const publicAddress = (variable: string, notes: Notes) =>
  Type.Decode(
    checked(
      variable,
      (given) => {
        const address = given.replace(/\/+$/, '');
        const url = URL.canParse(address) ? new URL(address) : undefined;
        const written = url && `${url.origin}${url.pathname}`.replace(/\/$/, '');
        return url !== undefined && /^https?:$/.test(url.protocol) && written === address;
      },
      'must be an address such as https://seals.example or https://example.org/seals',
      notes,
    ),
    (given) => given.replace(/\/+$/, ''),
  );

const checked = (
  variable: string,
  isGood: (text: string) => boolean,
  must: string,
  notes: Notes & {secret?: true},
) => Type.Refine(Type.String({variable, ...notes, must}), isGood, () => must);

/** True for an IP address, or a range with the number of its leading bits. */
function isRange(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

/** The origin as browsers send it; undefined if the address has none. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const {origin, protocol, host} = new URL(address);
  if (origin !== 'null') return origin;
  // Pages in apps have schemes of their own (capacitor://localhost), for which URL returns no origin.
  return host ? `${protocol}//${host}`.toLowerCase() : undefined;
}
