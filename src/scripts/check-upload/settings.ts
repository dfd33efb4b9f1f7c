import {parseArgs} from 'node:util';
import {deliveryAddress, mergedHeaders} from '../../delivery/delivery-request.js';

/** What is checked, and as whom. */
export interface CheckSettings {
  url: URL;
  /** The origin of the pages if it is another than the server's, so that CORS applies. */
  origin?: string;
  method: 'POST' | 'PUT';
  /** Headers of the page, in lower case. Null leaves out one that is sent by default. */
  headers: Readonly<Record<string, string | null>>;
  isTus: boolean;
  storedField?: string;
  /** Bytes of a further file. */
  size?: number;
  /** The pages record no sound. */
  photosOnly: boolean;
  json: boolean;
}

/** The command was called in a wrong way. The message says how. */
export class WrongUse extends Error {}

const options = {
  origin: {type: 'string'},
  method: {type: 'string', default: 'POST'},
  header: {type: 'string', multiple: true, default: [] as string[]},
  tus: {type: 'boolean', default: false},
  'stored-field': {type: 'string'},
  size: {type: 'string'},
  'photos-only': {type: 'boolean', default: false},
  json: {type: 'boolean', default: false},
} as const;

const MOST_BYTES = 1_000_000_000;
const LEAST_BYTES = 1_000;

/** @throws {WrongUse} */
export function settingsOf(args: readonly string[]): CheckSettings {
  const {values, positionals} = parsed(args);
  const [address, ...more] = positionals;
  if (address === undefined || more.length > 0) {
    throw new WrongUse('Name one address: check-upload https://app.example/uploads.');
  }
  const {method} = values;
  if (method !== 'POST' && method !== 'PUT') {
    throw new WrongUse(`Files are sent by POST or PUT, not by ${method}.`);
  }
  const isTus = values.tus;
  if (isTus && (method === 'PUT' || values['stored-field'] !== undefined)) {
    throw new WrongUse('--method and --stored-field are not used with --tus.');
  }
  const url = urlOf(address);
  const origin = values.origin === undefined ? undefined : originOf(values.origin);
  return {
    url,
    origin: origin === url.origin ? undefined : origin,
    method,
    headers: headersOf(values.header),
    isTus,
    storedField: values['stored-field'],
    size: values.size === undefined ? undefined : sizeOf(values.size),
    photosOnly: values['photos-only'],
    json: values.json,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({args: [...args], allowPositionals: true, options});
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}

function urlOf(address: string): URL {
  if (!URL.canParse(address)) {
    throw new WrongUse('The address is no URL. It begins with https:// (or http://localhost).');
  }
  try {
    return deliveryAddress(address);
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}

function originOf(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin !== 'null') return origin;
  throw new WrongUse('--origin is the origin of your pages, such as https://app.example.');
}

function headersOf(lines: readonly string[]): Record<string, string | null> {
  const headers: Record<string, string | null> = {};
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:\s]+):\s*(.*?)\s*$/.exec(line) ?? [];
    try {
      mergedHeaders({[name]: value});
    } catch {
      // The line may be a secret.
      throw new WrongUse('A --header is "Name: value", or "Name:" to leave a header out.');
    }
    headers[name.toLowerCase()] = value || null;
  }
  return headers;
}

function sizeOf(text: string): number {
  const size = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (size >= LEAST_BYTES && size <= MOST_BYTES) return size;
  throw new WrongUse('--size is a number of bytes, from 1000 to 1000000000.');
}
