import {mediaTypeOf} from '@sealed-capture/seal/model/readable-media.js';

/**
 * Why there is no file from an address. `closed`: unreachable, or the site does not allow it; a page cannot tell which.
 * `refused`: the site asks for a login, or forbids it. `failing`: the site answered with another error.
 */
export type AddressProblem =
  | 'wrong'
  | 'closed'
  | 'gone'
  | 'refused'
  | 'failing'
  | 'page'
  | 'large'
  | 'late';

export class AddressError extends Error {
  readonly problem: AddressProblem;
  /** HTTP status, if the site answered with one that is no success. */
  readonly status?: number;

  constructor(problem: AddressProblem, options?: ErrorOptions & {status?: number}) {
    // Without the address, which may contain a secret.
    super(`No file from this address: ${problem}.`, options);
    this.problem = problem;
    this.status = options?.status;
  }
}

/** Longest address that is accepted; `data:` has the file in it. */
const LONGEST = 32_000_000;
/** Characters of an address that are shown. */
const SHOWN = 120;

/** The address, without its fragment. Throws `wrong` for anything that is not http, https, blob, or data with a type. */
export function addressOf(given: string, base?: string): URL {
  const text = given.trim();
  let address: URL;
  try {
    if (text === '' || text.length > LONGEST) throw new TypeError('No address.');
    address = new URL(text, base);
  } catch (cause) {
    throw new AddressError('wrong', {cause});
  }
  address.hash = '';
  const {protocol, username, password, pathname} = address;
  const isData = protocol === 'data:';
  const isKnown = isData
    ? /^[\w.+-]+\/[\w.+-]+[;,]/.test(pathname)
    : /^(?:https?|blob):$/.test(protocol);
  // Browsers fetch no address with a password.
  if (!isKnown || username || password) throw new AddressError('wrong');
  return address;
}

/** True for a text that is one whole address of a file, so that pasting it means the file. */
export function isAddress(text: string): boolean {
  if (!/^\s*(?:https?:\/\/|data:)\S+\s*$/i.test(text)) return false;
  try {
    addressOf(text);
    return true;
  } catch {
    return false;
  }
}

/** The address for people: shortened, and without its query, which may contain a secret. */
export function shownAddress({protocol, origin, pathname}: URL): string {
  const whole =
    protocol === 'data:' || protocol === 'blob:' ? protocol + pathname : origin + pathname;
  return whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
}

/** The name of the file: by Content-Disposition (RFC 6266) or the last part of the path; empty if there is none. */
export function nameOfAnswer({protocol, pathname}: URL, disposition: string | null): string {
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition ?? '')?.[1];
  const [, quoted, bare] =
    /(?:^|;)\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition ?? '') ?? [];
  const given = decoded(extended) ?? quoted?.replace(/\\(.)/g, '$1') ?? bare;
  const isNamed = protocol === 'http:' || protocol === 'https:';
  const name = given ?? (isNamed ? decoded(pathname.split('/').at(-1)) : '') ?? '';
  // A path in a name is none of ours.
  return (name.split(/[/\\]/).at(-1) ?? '').trim().slice(0, 255);
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The media type without parameters; empty for a type that says nothing. */
export function typeOfAnswer(contentType: string | null): string {
  const [type = ''] = (contentType ?? '').toLowerCase().split(';');
  return /^(?:application|binary)\/(?:octet-stream|unknown)$/.test(type.trim()) ? '' : type.trim();
}

/** Types of pages, and of answers of programs. */
const OF_PAGE = /^(?:text\/|application\/(?:xhtml\+xml|json|xml|javascript|problem\+json)$)/;

/** True for a page in place of a file: by its type or, where that is missing, by its first bytes. */
export const isPage = (type: string, name: string, start: Uint8Array): boolean =>
  mediaTypeOf(type, '') === '' &&
  (OF_PAGE.test(type) ||
    (mediaTypeOf(type, name) === '' &&
      /^\s*<(?:!doctype html|html|head|body)\b/i.test(new TextDecoder().decode(start))));
