import {SealedCaptureError} from '../errors.js';
import {text, valueAt} from '../json/loose-json.js';
import {isRecord} from '../json/record.js';
import {parseJson, retryAfterOf, serviceError} from '../service-error.js';
import {digestVerdict} from './digests.js';

/**
 * What counts as stored, for every way in which a file is sent: the answer is a success, it is that of the request which
 * carried the file, and nothing in it contradicts.
 */

/** The response to an upload. */
export interface DeliveryAnswer {
  status: number;
  /** The headers that the page may read. */
  headers: Headers;
  body: string;
  /** The address that answered, after redirects. */
  address: string;
  /**
   * True if no redirect came between. After 303, and by POST after 301 and 302, browsers ask again by GET, without the file. `fetch` tells that
   * there was a redirect, but not which one; XMLHttpRequest tells nothing of one that leads back to the same address.
   */
  isDirect: boolean;
}

/** Whether the answer shows that the server has the file. */
export type Receipt =
  /** `isProven`: the answer counts even after a redirect. */
  | {name: 'stored'; isProven: boolean; location?: string}
  /** A redirect may have dropped the file, and the answer would be the same. */
  | {name: 'unproven'};

/** @throws {SealedCaptureError} for an answer that does not confirm that the file is stored */
export async function receiptOf(
  asked: URL,
  answer: DeliveryAnswer,
  file: Blob,
  storedField?: string,
): Promise<Receipt> {
  const {status, headers, body, address, isDirect} = answer;
  refuseOtherOrigin(asked, address, status);
  // Addresses that take files refuse the GET that a redirect has made of the upload.
  if (!isDirect && (status === 404 || status === 405)) {
    return {name: 'unproven'};
  }
  requireSuccess(status, headers, body);
  const json = parseJson(body);
  refuseContradiction(answer, json, storedField);
  const digest = await digestVerdict(headers, body, file);
  if (digest === 'other') throw otherBytes(status);
  // Others, such as 202 and 206, say that the file is not stored yet, or not all of it.
  if (digest !== 'same' && ![200, 201, 204].includes(status)) throw unfinished(status);
  // Hardly a GET is answered with 201, and none with the digest of a file that it does not contain.
  const isProven = digest === 'same' || (status === 201 && !isPage(headers));
  if (!isProven && !isReceipt(status, headers, json)) {
    if (isElsewhere(asked, address)) throw redirected(asked, answer);
    throw new SealedCaptureError(
      'response_invalid',
      `What answered with status ${status} may be a sign-in page, as it does not say that the file is stored. The server has to answer with status 204, with JSON, or with a Location or ETag header that the page may read (Access-Control-Expose-Headers).`,
      {status},
    );
  }
  if (!isProven && !isDirect) return {name: 'unproven'};
  const location = headers.get('Location');
  const answeredBy = URL.canParse(address) ? new URL(address) : asked;
  const named = text(valueAt(json, 'location')) ?? text(valueAt(json, 'url'));
  return {
    name: 'stored',
    isProven,
    location: named ?? (location === null ? undefined : resolved(location, answeredBy)),
  };
}

const unfinished = (status: number): SealedCaptureError =>
  new SealedCaptureError(
    'response_invalid',
    `The server that takes uploads answered with status ${status}, which does not say that the file is stored. Once it is, the server has to answer with 200, 201 or 204.`,
    {status},
  );

/** The error for a server whose answer has the digest of something else. */
export const otherBytes = (status: number): SealedCaptureError =>
  new SealedCaptureError(
    'response_invalid',
    'The server that takes uploads has other bytes than were sent, by the digest in its answer.',
    {status},
  );

/** True if another address than the request's has answered. */
export const isElsewhere = (asked: URL, address: string): boolean =>
  URL.canParse(address) && withoutFragment(new URL(address)) !== withoutFragment(asked);

const withoutFragment = ({origin, pathname, search}: URL): string => origin + pathname + search;

/** The error for an answer that came after a redirect, and does not prove that the file came along. */
export function redirected(asked: URL, {address, status}: DeliveryAnswer): SealedCaptureError {
  const {origin, pathname} = URL.canParse(address) ? new URL(address) : asked;
  return new SealedCaptureError(
    'response_invalid',
    `The upload was redirected to ${origin}${pathname}, whose answer (status ${status}) does not show that the file came along: after 303, and by POST after 301 and 302, it does not. Name the address that takes uploads itself. After 307 or 308, the server has to answer with status 201, or with the file’s Repr-Digest.`,
    {status},
  );
}

/** @throws {SealedCaptureError} `response_invalid` if the response came from another origin than the request's */
export function refuseOtherOrigin(asked: URL, answered: string, status?: number): void {
  if (!URL.canParse(answered) || new URL(answered).origin === asked.origin) return;
  throw new SealedCaptureError(
    'response_invalid',
    `The upload to ${asked.origin} was redirected to ${new URL(answered).origin}. Give the address that takes uploads itself.`,
    {status},
  );
}

/** @throws {SealedCaptureError} with the code of a status other than 2xx */
export function requireSuccess(status: number, headers: Headers, body: string): void {
  if (status >= 200 && status < 300) return;
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const retryAfter = retryAfterOf(headers.get('Retry-After'), now);
  throw serviceError(status, body, retryAfter, 'The server that takes uploads');
}

/** @throws {SealedCaptureError} `response_invalid` for a success that says in JSON that it is none */
function refuseContradiction(
  {status, headers}: DeliveryAnswer,
  json: unknown,
  storedField?: string,
): void {
  const isProblem = /^application\/problem\+json/i.test(headers.get('Content-Type') ?? '');
  const isFailure = storedField ? !valueAt(json, storedField) : saysFailure(json);
  if (!isFailure && !(isProblem && isRecord(json))) return;
  const why =
    text(valueAt(json, 'detail')) ?? text(valueAt(json, 'message')) ?? text(valueAt(json, 'error'));
  throw new SealedCaptureError(
    'response_invalid',
    `The server that takes uploads answered with status ${status}, and said that the file is not stored${why ? `: ${why}` : '.'}`,
    {status},
  );
}

/** True for what servers say of a failure, whatever the status. */
const saysFailure = (json: unknown): boolean =>
  ['success', 'ok', 'stored'].some((field) => NO.includes(valueAt(json, field))) ||
  ['error', 'errors'].some((field) => isGiven(valueAt(json, field))) ||
  /^(error|fail(ed|ure)?)$/i.test(text(valueAt(json, 'status')) ?? '');

const NO: readonly unknown[] = [false, 0, 'false', '0', 'no'];

const isGiven = (value: unknown): boolean =>
  !!value && !(typeof value === 'object' && Object.keys(value).length === 0);

/**
 * True for a response that cannot be a network's sign-in page, which is HTML with status 200 and may have an ETag or
 * a Location like any file.
 */
function isReceipt(status: number, headers: Headers, json: unknown): boolean {
  if (status === 204 || saysSomething(json)) return true;
  return !isPage(headers) && (headers.has('ETag') || headers.has('Location'));
}

const isPage = (headers: Headers): boolean =>
  /^(text\/html|application\/xhtml)/i.test(headers.get('Content-Type') ?? '');

/** Scripts that fail answer `0`, `-1`, `false`, `null` or `""`. */
const saysSomething = (json: unknown): boolean => !!json && !(typeof json === 'number' && json < 0);

const resolved = (location: string, asked: URL): string =>
  URL.canParse(location, asked.href) ? new URL(location, asked.href).href : location;
