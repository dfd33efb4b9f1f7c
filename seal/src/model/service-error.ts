import {SealedCaptureError, type ErrorCode} from './errors.js';
import {number, text} from './json/loose-json.js';
import {isRecord} from './json/record.js';

/**
 * The error for an unsuccessful response of the service, whose body may be an RFC 9457 problem.
 *
 * @param subject what answered, for the message if the response has none
 */
export function serviceError(
  status: number,
  body: string,
  retryAfter: number | undefined,
  subject = 'The service',
): SealedCaptureError {
  const parsed = parseJson(body);
  const problem = isRecord(parsed) ? parsed : {};
  const message =
    text(problem['detail']) ??
    text(problem['title']) ??
    `${subject} answered with status ${status}.`;
  const needed = number(problem['needed']);
  const isOfRole = status === 403 && problem['reason'] === 'role_missing';
  const code = isOfRole ? 'role_missing' : codeOf(status);
  return new SealedCaptureError(code, message, {status, retryAfter, needed});
}

function codeOf(status: number): ErrorCode {
  switch (status) {
    case 401:
    case 403:
      return 'unauthorized';
    case 413:
      return 'too_large';
    case 429:
      return 'rate_limited';
    case 408:
    // An aborted request of this page is still sealing the same capture: retry later.
    case 409:
    // Another request has locked the resource (WebDAV, tus).
    case 423:
    case 425:
      return 'service_unavailable';
    default:
      if (status >= 500) return 'service_unavailable';
      return status >= 400 ? 'request_rejected' : 'response_invalid';
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses Retry-After (RFC 9110, section 10.2.3), in seconds or as a date, as milliseconds from `now`. */
export function retryAfterOf(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const time = /^\d+$/.test(header) ? now + Number(header) * 1000 : Date.parse(header);
  return Number.isFinite(time) ? Math.min(Math.max(0, time - now), LONGEST_WAIT_MS) : undefined;
}

/** Longest wait in milliseconds, even if the service asks for more. */
export const LONGEST_WAIT_MS = 60 * 60_000;
