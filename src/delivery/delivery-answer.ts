import {SealedCaptureError} from '../model/errors.js';
import {text} from '../model/json/loose-json.js';
import {isRecord} from '../model/json/record.js';
import {parseJson, retryAfterOf, serviceError} from '../model/service-error.js';
import {refuseRedirect} from './delivery-request.js';

/** The response to an upload. */
export interface DeliveryAnswer {
  status: number;
  /** The headers that the page may read. */
  headers: Headers;
  body: string;
  /** Its address after redirects; empty if unknown. */
  address: string;
}

/** The headers that the page may read. Reading others would make the browser complain in its console. */
export function headersOf(answer: Pick<XMLHttpRequest, 'getAllResponseHeaders'>): Headers {
  const headers = new Headers();
  const lines = answer.getAllResponseHeaders().matchAll(/^(\S+): (.*?)\r?$/gm);
  for (const [, name = '', value = ''] of lines) headers.append(name, value);
  return headers;
}

/**
 * The file's location, if the response names it.
 * @throws {SealedCaptureError} unless the response confirms that the file is stored
 */
export function storedAt(asked: URL, answer: DeliveryAnswer): {location?: string} {
  const {status, headers, body, address} = answer;
  refuseRedirect(asked, address);
  requireSuccess(status, headers, body);
  const json = parseJson(body);
  const location = headers.get('Location');
  if (!isReceipt(status, headers, json)) {
    throw new SealedCaptureError(
      'response_invalid',
      `What answered with status ${status} may be a sign-in page, as it does not say that the file is stored. The server has to answer with status 204, with JSON, or with a Location or ETag header that the page may read (Access-Control-Expose-Headers).`,
      {status},
    );
  }
  const named = isRecord(json) ? (text(json['location']) ?? text(json['url'])) : undefined;
  return {location: named ?? (location === null ? undefined : resolved(location, asked))};
}

/** @throws {SealedCaptureError} with the code of a status other than 2xx */
export function requireSuccess(status: number, headers: Headers, body: string): void {
  if (status >= 200 && status < 300) return;
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const retryAfter = retryAfterOf(headers.get('Retry-After'), now);
  throw serviceError(status, body, retryAfter, 'The server that takes uploads');
}

/**
 * True for a response that cannot be a network's sign-in page, which is HTML with status 200 and may have an ETag
 * like any file.
 */
function isReceipt(status: number, headers: Headers, json: unknown): boolean {
  if (status === 204 || json !== undefined || headers.has('Location')) return true;
  return headers.has('ETag') && !headers.get('Content-Type')?.startsWith('text/html');
}

const resolved = (location: string, asked: URL): string =>
  URL.canParse(location, asked.href) ? new URL(location, asked.href).href : location;
