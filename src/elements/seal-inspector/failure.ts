import type {VerifyMode} from '../../core/inspection/opinions.js';
import type {ErrorCode, SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {isRetryable} from '@sealed-capture/seal/model/errors/retryable.js';
import type {View} from '../metadata/view.js';

/** Why a file could not be inspected, for people: what happened and what to do. */
export interface FailureWords {
  heading: string;
  help: string;
  /** True if the same file may be tried again. */
  canRetry: boolean;
  /** True if this browser may be able to check although the service could not. */
  canCheckHere: boolean;
}

export function failureWords(
  error: SealedCaptureError,
  file: Blob,
  verify: VerifyMode,
  view: View,
): FailureWords {
  const problem = problemOf(error, file);
  const {retryAfter, code} = error;
  const canRetry = isRetryable(code);
  return {
    heading: view.term(isOfSetup(problem) ? 'misconfigured' : problem),
    help:
      problem === 'rateLimited'
        ? view.localize.term('rateLimitedHelp', Math.ceil((retryAfter ?? 60_000) / 1000))
        : view.term(`${problem}Help`),
    canRetry,
    canCheckHere: verify === 'service' && (canRetry || code === 'too_large'),
  };
}

/** The problem that each code means for a person; all other codes mean an unreadable reply. */
const problems = {
  unauthorized: 'unauthorized',
  role_missing: 'forbidden',
  // The page's token provider has no credentials.
  credentials_missing: 'noAccess',
  configuration_invalid: 'misconfigured',
  origin_not_allowed: 'misconfigured',
  too_large: 'tooLarge',
  request_rejected: 'notUnderstood',
  rate_limited: 'rateLimited',
  network_failed: 'offline',
  timeout: 'late',
  service_unavailable: 'busy',
  worker_unavailable: 'noWorker',
  part_missing: 'noPart',
  internal_error: 'internal',
} as const satisfies Partial<Record<ErrorCode, string>>;

function problemOf({code, status, cause}: SealedCaptureError, file: Blob | null | undefined) {
  if (file?.size === 0) return 'empty';
  // The cause says why the file could not be read: it was moved or deleted since it was chosen, or is a folder.
  if (code === 'media_unsupported') return cause ? 'unreadable' : 'notMedia';
  // 400: the service does not read this container. 415 and others: it expects another kind of request.
  if (status === 400) return 'notMedia';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 405) return 'notFound';
  return code in problems ? problems[code as keyof typeof problems] : 'badAnswer';
}

/** Problems that only the owner of the page can solve: the heading says so, and the help says which. */
const ofSetup = ['unauthorized', 'forbidden', 'notFound'] as const;

const isOfSetup = (problem: string): problem is (typeof ofSetup)[number] =>
  (ofSetup as readonly string[]).includes(problem);
