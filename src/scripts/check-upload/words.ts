import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {isRetryable, isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import type {Outcome} from './request.js';
import type {Fault} from './report.js';

/** What a file's failure means for people, by the code that the elements give it. */
export function effectOf(code: ErrorCode): string {
  if (isUnanswered(code)) return 'Each file stays in the browser, and is sent again without end.';
  if (code === 'unauthorized') return 'Each file stays in the browser until the person signs in.';
  return isRetryable(code)
    ? 'Each file stays in the browser, and is sent ten times. Then the person is asked to try again.'
    : 'Each file stays in the browser. The person is told that it was refused.';
}

const remedies: Partial<Record<ErrorCode, string>> = {
  unauthorized:
    'Take files of people who are signed in. If your pages send a header for that, give it to this command: --header "Authorization: …".',
  too_large:
    'Take files of the size of your photos and recordings, also in the proxies before the server (nginx: client_max_body_size).',
  request_rejected: 'Take this request, whose body is the file itself and no form.',
  rate_limited: 'Allow as many files as people take. If this was the check itself, run it later.',
  service_unavailable: 'Answer with a 2xx status once the file is stored.',
  response_invalid:
    'Once the file is stored, answer with status 201, 204, JSON, or a Location or ETag header.',
};

/** The fault of a server whose answer the elements do not take for a success. */
export function faultOf(thrown: unknown, subject: string, remedy?: string): Fault {
  if (!(thrown instanceof SealedCaptureError)) throw thrown;
  const {code, message, status} = thrown;
  return {
    text: `${subject}: ${code}${status === undefined ? '' : `, status ${status}`}. ${message}`,
    effect: effectOf(code),
    remedy: remedy ?? remedies[code] ?? remedies.service_unavailable ?? '',
  };
}

/** The fault of a server that has not answered. */
export function silenceOf(outcome: Exclude<Outcome, {name: 'answered'}>, subject: string): Fault {
  const isLate = outcome.name === 'late';
  return {
    text: `${subject}: ${isLate ? 'there was no answer in time.' : outcome.reason}`,
    effect: effectOf(isLate ? 'timeout' : 'network_failed'),
    remedy: isLate
      ? 'Answer within a minute: store the file, and do what takes long (scans, previews) afterwards.'
      : 'Be reachable for browsers. Answer each request, also one that is refused, and read its body before that.',
  };
}

export const bytes = (count: number): string => `${count.toLocaleString('en')} bytes`;
export const duration = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${Math.ceil(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
