import {isUnreached, type ErrorCode} from '../errors.js';

/** Codes after which the same request may succeed later without any change. */
const retryable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network_failed',
  'service_unreachable',
  // The service's configuration may change.
  'origin_not_allowed',
  'timeout',
  'rate_limited',
  'service_unavailable',
  'storage_unavailable',
  // Its worker is restarted.
  'worker_unavailable',
  'part_missing',
  // An exception of the page's own `send`.
  'delivery_failed',
  // A hotel's sign-in page, or a proxy that truncates responses.
  'response_invalid',
]);

export const isRetryable = (code: ErrorCode): boolean => retryable.has(code);

/** True if, as far as the page knows, the service has not answered. Such attempts are not counted. */
export const isUnanswered = (code?: ErrorCode): boolean =>
  isUnreached(code) || code === 'origin_not_allowed';
