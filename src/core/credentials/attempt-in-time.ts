import {SealedCaptureError} from '../../model/errors.js';
import {LEASE_MS} from '../../model/job.js';

/** An attempt, its second try included, ends before its lease does: nobody else has begun by then. */
const ATTEMPT_MS = LEASE_MS - 5_000;

/** What an attempt to seal comes to within its time; it is aborted then, and this rejects with `timeout`. */
export async function attemptInTime<T>(
  signal: AbortSignal,
  attempt: (within: AbortSignal) => Promise<T>,
  timeout = ATTEMPT_MS,
): Promise<T> {
  const late = AbortSignal.timeout(timeout);
  try {
    return await attempt(AbortSignal.any([signal, late]));
  } catch (thrown) {
    if (!late.aborted || signal.aborted) throw thrown;
    const message = 'Neither protection nor the service answered in time.';
    throw new SealedCaptureError('timeout', message, {cause: thrown});
  }
}
