import {isUnreached, type ErrorCode} from '../errors.js';

/** Codes after which the same request may succeed later without anybody's help. */
const retryable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network_failed',
  // The service may be configured anew.
  'origin_not_allowed',
  'timeout',
  'rate_limited',
  'service_unavailable',
  'storage_unavailable',
  // Its worker is started anew.
  'worker_unavailable',
  'part_missing',
  // What the page's own code threw in sending.
  'delivery_failed',
  // A hotel's sign-in page, or a proxy that cuts answers short.
  'response_invalid',
]);

export const isRetryable = (code: ErrorCode): boolean => retryable.has(code);

/** The service has not answered, as far as the page may know: such tries never count. */
export const isUnanswered = (code?: ErrorCode): boolean =>
  isUnreached(code) || code === 'origin_not_allowed';
