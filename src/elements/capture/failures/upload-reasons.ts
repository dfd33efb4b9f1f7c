import type {CaptureProgress, FailureReason} from '../../../core/queue/queue-client.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {Localize} from '../../strings/localize.js';

/**
 * The failure of a sealed file that is not uploaded. Undefined if it was uploaded or is on its way, and as long as it is
 * sent again by itself without a report to the page.
 */
export function undeliveredFailure(progress: CaptureProgress): FailureReason | undefined {
  if (progress.name !== 'delivering') return undefined;
  return progress.willRetryAt && !progress.isReported ? undefined : progress.failure;
}

/** The term that says why a file is not uploaded; undefined if no answer of the server does. */
function termOf({code, status}: FailureReason) {
  if (code === 'origin_not_allowed') return 'failureUnreadable';
  if (code === 'too_large') return 'failureTooLarge';
  if (!status) return undefined;
  return code === 'response_invalid' ? 'failureUnconfirmed' : 'failureRefused';
}

/**
 * Why files are not uploaded, as a sentence about `count` of them, which have the most frequent reason. The sentence is
 * empty, and `count` is 0, if no answer of the server gives one.
 */
export function whyNotUploaded(
  failures: readonly FailureReason[],
  mode: Mode,
  say: Localize,
): {text: string; count: number} {
  const byTerm = new Map<ReturnType<typeof termOf>, FailureReason[]>();
  for (const failure of failures) {
    const term = termOf(failure);
    const same = byTerm.get(term);
    if (same) same.push(failure);
    else byTerm.set(term, [failure]);
  }
  byTerm.delete(undefined);
  const [first] = [...byTerm].sort(([, one], [, other]) => other.length - one.length);
  if (!first) return {text: '', count: 0};
  const [term, {length: count}] = first;
  const statuses = new Set(first[1].flatMap(({status}) => status ?? []));
  return {text: sentence(term, count, mode, [...statuses].join(', '), say), count};
}

function sentence(
  term: ReturnType<typeof termOf>,
  count: number,
  mode: Mode,
  status: string,
  say: Localize,
): string {
  switch (term) {
    case 'failureRefused':
    case 'failureTooLarge':
      return say.term(term, count, mode, status);
    case 'failureUnconfirmed':
      return say.term(term, status);
    case 'failureUnreadable':
      return say.term(term);
    case undefined:
      return '';
  }
}
