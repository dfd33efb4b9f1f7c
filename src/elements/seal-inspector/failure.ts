import {isRetryable, type SealedCaptureError} from '../../model/errors.js';
import type {View} from './view.js';

/** Why a file could not be inspected, for people: what happened and what to do. */
export interface FailureWords {
  heading: string;
  help: string;
  /** The same file may be tried again. */
  canRetry: boolean;
}

export function failureWords(error: SealedCaptureError, file: Blob, view: View): FailureWords {
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

function problemOf({code, status}: SealedCaptureError, file: Blob) {
  if (file.size === 0) return 'empty';
  switch (code) {
    case 'unauthorized':
      return 'unauthorized';
    case 'too_large':
      return 'tooLarge';
    // It was moved or deleted since it was chosen, or is a folder.
    case 'media_unsupported':
      return 'unreadable';
    case 'request_rejected':
      // 400: no container that the service reads. 415 and the others: it wants another kind of request.
      return status === 400 ? 'notMedia' : 'notUnderstood';
    case 'rate_limited':
      return 'rateLimited';
    case 'network_failed':
      return 'offline';
    case 'timeout':
      return 'late';
    case 'service_unavailable':
      return 'busy';
    default:
      return 'badAnswer';
  }
}
