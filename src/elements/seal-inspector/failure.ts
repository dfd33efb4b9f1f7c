import {isRetryable, type ErrorCode, type SealedCaptureError} from '../../model/errors.js';
import type {Words} from '../metadata/fields.js';
import type {View} from '../metadata/view.js';

/** Why a file could not be inspected, for people: what happened and what to do. */
export interface FailureWords {
  heading: string;
  help: string;
  /** The same file may be tried again. */
  canRetry: boolean;
}

export function failureWords(
  error: SealedCaptureError,
  file: Blob | undefined,
  view: View,
): FailureWords {
  const problem = problemOf(error, file);
  const {retryAfter} = error;
  return {
    heading: view.term(problem),
    help:
      problem === 'rateLimited'
        ? view.localize.term('rateLimitedHelp', Math.ceil((retryAfter ?? 60_000) / 1000))
        : view.term(`${problem}Help`),
    canRetry: isRetryable(error.code) || error.code === 'response_invalid',
  };
}

/** What each code means for one who wants a file inspected; the rest is an answer that makes no sense. */
const problems = {
  unauthorized: 'unauthorized',
  // Its provider has none, or none that can be used.
  credentials_missing: 'unauthorized',
  configuration_invalid: 'unauthorized',
  too_large: 'tooLarge',
  // It was moved or deleted since it was chosen, or is a folder.
  media_unsupported: 'unreadable',
  request_rejected: 'notUnderstood',
  rate_limited: 'rateLimited',
  network_failed: 'offline',
  timeout: 'late',
  service_unavailable: 'busy',
} as const satisfies Partial<Record<ErrorCode, Words>>;

function problemOf({code, status}: SealedCaptureError, file?: Blob) {
  if (file?.size === 0) return 'empty';
  // 400: no container that the service reads. 415 and the others: it wants another kind of request.
  if (status === 400) return 'notMedia';
  return code in problems ? problems[code as keyof typeof problems] : 'badAnswer';
}
