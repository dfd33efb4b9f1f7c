import {number, object, optional, safeParse, string} from 'valibot';
import {SealedCaptureError, type ErrorCode} from '../model/errors.js';

/** What the page makes use of in an RFC 9457 problem; see `model/problem.ts`. */
const problem = object({
  title: optional(string()),
  detail: optional(string()),
  needed: optional(number()),
});

/** An answer of the service that is no success, as an error with its code. */
export function serviceError(
  status: number,
  body: string,
  retryAfter: number | undefined,
): SealedCaptureError {
  const parsed = safeParse(problem, parseJson(body));
  const {title, detail, needed} = parsed.success ? parsed.output : {};
  const message = detail ?? title ?? `The service answered with status ${status}.`;
  return new SealedCaptureError(codeOf(status), message, {status, retryAfter, needed});
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
    // The same capture is being sealed by a request that this page gave up: ask again later.
    case 409:
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
