import {isIP} from 'node:net';
import {SettingsError} from './settings-error.js';
import Type, {type TSchema} from 'typebox';

/** Documentation of a setting. */
export interface Notes {
  /** Its purpose, as `--help` and docs/service.md show it: begins with a small letter, without a full stop. */
  what: string;
  /** The default as text, if it is computed when the service starts. */
  shown?: string;
  /** Page of the documentation with details. */
  page?: string;
}

/** A setting in the schema. */
export interface Setting extends TSchema, Notes {
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

export const integer = (notes: IntegerNotes & {default?: number}) =>
  Type.Integer({
    ...notes,
    must: `must be a whole number from ${notes.minimum} to ${notes.maximum}`,
  });

export const text = (notes: Notes & {default?: string}) =>
  Type.String({minLength: 1, ...notes, must: 'must be a text'});

/** A file or folder, relative to the service's working directory. */
export const path = (notes: Notes) => Type.String({minLength: 1, ...notes, must: 'must be a path'});

export const choice = <const C extends readonly string[]>(
  names: C,
  notes: Notes & {default: C[number]},
) =>
  Type.Unsafe<C[number]>(
    Type.Enum([...names], {type: 'string', ...notes, must: `must be one of: ${names.join(', ')}`}),
  );

/** One or more choices, separated by commas in a text; `none` for an empty list. */
export const choices = <const C extends readonly string[]>(
  names: C,
  notes: Notes & {default?: readonly C[number][]},
) =>
  Type.Unsafe<C[number][]>(
    Type.Array(Type.Enum([...names]), {
      ...notes,
      must: `must be none, or one or more of ${names.join(', ')}, separated by commas`,
    }),
  );

/** A list whose items pass a check. Messages repeat the values, unless they may be secret. */
const listOf = (isOne: (text: string) => boolean, must: string, notes: Notes & {secret?: true}) =>
  Type.Refine(
    Type.Array(Type.String(), {...notes, default: [], must}),
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
export const parsedList = (
  parse: (name: string, texts: readonly string[]) => unknown,
  {must, ...notes}: Notes & {must: string},
) => {
  const faultOf = (texts: string[]): string | undefined => {
    try {
      parse('', texts);
      return undefined;
    } catch (error) {
      if (error instanceof SettingsError) return error.message.replace(/\.$/, '');
      throw error;
    }
  };
  return Type.Refine(
    Type.Array(Type.String(), {...notes, secret: true, default: [], must}),
    (texts) => faultOf(texts) === undefined,
    (texts) => faultOf(texts) ?? must,
  );
};

/**
 * A text with a parser of its own. Valid texts contain no secret; invalid ones may.
 * @param parse as in {@link parsedList}
 */
export const parsedText = (
  parse: (text: string, name: string) => unknown,
  {must, ...notes}: Notes & {must: string; default?: string},
) => {
  const faultOf = (text: string): string | undefined => {
    try {
      parse(text, '');
      return undefined;
    } catch (error) {
      if (error instanceof SettingsError) return error.message.replace(/\.$/, '');
      throw error;
    }
  };
  return Type.Refine(
    Type.String({...notes, must}),
    (text) => faultOf(text) === undefined,
    (text) => faultOf(text) ?? must,
  );
};

export const origins = (notes: Notes) =>
  listOf(
    (origin) => origin === '*' || originOf(origin) === origin,
    'must list origins such as https://example.org, separated by commas',
    notes,
  );

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

export const proxies = (notes: Notes) =>
  listOf(
    (range) => NAMED_RANGES.includes(range) || isRange(range),
    `must list addresses of proxies or ranges of them, such as 10.0.0.7 or 10.0.0.0/8, or ${NAMED_RANGES.join(', ')}, separated by commas`,
    notes,
  );

/** Addresses of http or https. They may contain passwords. */
export const addresses = (notes: Notes) =>
  listOf(
    (address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol),
    'must list addresses such as http://timestamp.example/rfc3161, separated by commas',
    {...notes, secret: true},
  );

export const redisUrl = (notes: Notes) =>
  checked(
    (url) => URL.canParse(url) && ['redis:', 'rediss:'].includes(new URL(url).protocol),
    'must be a URL such as redis://localhost:6379',
    {...notes, secret: true},
  );

/** An origin and optionally a path, in the normal form of URLs; a final slash is ignored. */
export const publicAddress = (notes: Notes) =>
  checked(
    (given) => {
      const address = given.replace(/\/+$/, '');
      const url = URL.canParse(address) ? new URL(address) : undefined;
      const written = url && `${url.origin}${url.pathname}`.replace(/\/$/, '');
      return url !== undefined && /^https?:$/.test(url.protocol) && written === address;
    },
    'must be an address such as https://seals.example or https://example.org/seals',
    notes,
  );

const checked = (isGood: (text: string) => boolean, must: string, notes: Notes & {secret?: true}) =>
  Type.Refine(Type.String({...notes, must}), isGood, () => must);

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
