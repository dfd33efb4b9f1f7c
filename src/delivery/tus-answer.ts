import {DetailedError, type HttpRequest, type HttpResponse} from 'tus-js-client';
import {
  isElsewhere,
  redirected,
  refuseOtherOrigin,
  requireSuccess,
} from '@sealed-capture/seal/model/delivery/answer.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {unreachable} from './delivery-request.js';
import {headersOf} from './readable-headers.js';

/** The remembered address of an upload cannot be used, so that the upload begins anew. */
export class AddressFailed extends Error {}

/** What browsers tell of a request beyond the interface of tus-js-client. */
export const xhrOf = (message: HttpRequest | HttpResponse): XMLHttpRequest =>
  message.getUnderlyingObject() as XMLHttpRequest;

/**
 * Answers to HEAD that may change for the same address: it may be locked, the person signed out, or the server busy. Any
 * other 4xx is about the address.
 */
const temporary = [401, 408, 423, 425, 429];

const numberIn = (response: HttpResponse, name: string): number =>
  Number.parseInt(response.getHeader(name) ?? '', 10);

/** @throws {SealedCaptureError} for a response that ends the attempt: the library would begin anew after any fault */
export function requireAnswer(request: HttpRequest, response: HttpResponse): void {
  const xhr = xhrOf(response);
  const asked = new URL(request.getURL());
  const status = response.getStatus();
  const method = request.getMethod();
  refuseOtherOrigin(asked, xhr.responseURL, status);
  const elsewhere = () =>
    redirected(asked, {
      status,
      headers: headersOf(xhr),
      body: '',
      address: xhr.responseURL,
      isDirect: false,
    });
  // As of a sign-in page that takes no files.
  if ([404, 405].includes(status) && isElsewhere(asked, xhr.responseURL)) throw elsewhere();
  if (method === 'HEAD' && status >= 400 && status < 500 && !temporary.includes(status)) {
    throw new AddressFailed(`The server answered with status ${status}.`);
  }
  if (method === 'PATCH' && [404, 410].includes(status)) {
    const message = 'The server that takes uploads has lost what was sent so far.';
    throw new SealedCaptureError('service_unavailable', message, {status});
  }
  // A browser may repeat a request whose connection broke after part of it had arrived. The server then refuses the
  // repetition, although the upload can be resumed.
  if (method === 'PATCH' && status === 409) {
    const message = 'The connection broke. The upload resumes with the next attempt.';
    throw new SealedCaptureError('network_failed', message, {status});
  }
  const headers = headersOf(xhr);
  if (status === 413) throw tooLarge(method, headers);
  requireSuccess(status, headers, response.getBody());
  // Servers answer POST with 201 and PATCH with 204; what a redirect made a GET, hardly. After a sign-in, a remembered
  // address may be used again.
  const isOwn =
    method === 'HEAD'
      ? !Number.isNaN(numberIn(response, 'Upload-Offset'))
      : status === (method === 'POST' ? 201 : 204);
  if (!isOwn && isElsewhere(asked, xhr.responseURL)) throw elsewhere();
  if (method !== 'POST') return;
  const address = response.getHeader('Location') ?? '';
  if (!URL.canParse(address, asked.href)) throw namedUseless(address);
}

/** The server tells its limit, or a proxy before it takes no request of that size. */
function tooLarge(method: string, headers: Headers): SealedCaptureError {
  const most = headers.get('Tus-Max-Size');
  const why = most
    ? `: it takes at most ${most} bytes.`
    : ` (status 413).${method === 'PATCH' ? ' If a proxy in front of it has refused the request, set chunkSize.' : ''}`;
  const message = `The file is too large for the server that takes uploads${why}`;
  return new SealedCaptureError('too_large', message, {status: 413});
}

/** The error for a server that has made an upload, and named an address to which no file may be sent. */
export const namedUseless = (address: string, cause?: unknown): SealedCaptureError =>
  new SealedCaptureError(
    'response_invalid',
    `The server that takes uploads has named an address to which none are sent: ${placeOf(address)}. Behind a proxy, it has to know the address that pages use (X-Forwarded-Proto, X-Forwarded-Host), or to name a relative one.`,
    {status: 201, cause},
  );

/** Where an address leads, without what may be secret. */
function placeOf(address: string): string {
  if (!URL.canParse(address)) return 'one that is none';
  const {origin, protocol} = new URL(address);
  return origin === 'null' ? protocol : origin;
}

/** The bytes that a remembered address has. @throws {AddressFailed} if it is not that of this file */
export function offsetOf(response: HttpResponse, size: number): number {
  const offset = numberIn(response, 'Upload-Offset');
  const length = numberIn(response, 'Upload-Length');
  // Not for NaN either.
  if (offset >= 0 && offset <= size && length === size) return offset;
  throw new AddressFailed('The server has another file at this address, or does not say how much.');
}

/**
 * The bytes that the server has after a PATCH of `length` bytes.
 * @throws {SealedCaptureError} if it has taken none of them, or says to have others
 */
export function offsetAfter(request: HttpRequest, response: HttpResponse, length: number): number {
  const start = Number(request.getHeader('Upload-Offset'));
  const offset = numberIn(response, 'Upload-Offset');
  // The library names the missing header.
  if (Number.isNaN(offset)) return start;
  if (offset > start && offset <= start + length) return offset;
  throw takesNothing(response.getStatus());
}

/** The error for a server that goes on answering with success, while the file does not arrive. */
export const takesNothing = (status?: number): SealedCaptureError =>
  new SealedCaptureError(
    'response_invalid',
    `The server does not take this file: it answered with status ${status}, but has no more bytes of it than before, or says to have others than were sent.`,
    {status},
  );

/** The library's error as an error with a code. */
export function failureOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error;
  const {causingError, originalResponse} = error;
  if (originalResponse) {
    const message =
      'What answered is no tus server that this page can use: the headers Location, Upload-Offset and Upload-Length must be there, and readable for the page (Access-Control-Expose-Headers).';
    const status = originalResponse.getStatus();
    return new SealedCaptureError('response_invalid', message, {status, cause: error});
  }
  // A failed request is an event here.
  if (causingError instanceof Error) return causingError;
  return unreachable(error);
}
