import type {Authorization} from '../../model/authorization.js';
import {SealedCaptureError, toSealedCaptureError} from '../../model/errors.js';
import {failureOf, handedBack, LEASE_MS, type Job, type JobState} from '../../model/job.js';
import {afterFailure} from '../../model/retry.js';
import type {ProtectionOptions} from '../../model/protection-config.js';
import type {Clock, Random} from '../../ports/browser/clock.js';
import type {MediaSealer} from '../../ports/captures/media-sealer.js';
import type {Sealed} from '../../ports/worker-channel/media-worker-calls.js';
import {
  authorizationInTime,
  authorized,
  credentialsMissing,
  lacksCredentials,
} from '../credentials/authorized.js';

/** An attempt, its second try included, ends before its lease does: nobody else has begun by then. */
const ATTEMPT_MS = LEASE_MS - 5_000;

/** Credentials for a capture's endpoint: those of one client, or of one protection of a service worker. */
export interface Provider {
  authorization: ProtectionOptions['authorization'];
  /** Called where it turns out to have none. */
  onMissing?: (error: SealedCaptureError) => void;
  /** Called with whatever it fails with. */
  onError?: (error: SealedCaptureError) => void;
}

/** What an attempt to seal came to: a seal, or the job as it goes on without one. */
export type Outcome =
  {name: 'sealed'; sealed: Sealed} | {name: 'failed'; job: Job; error: SealedCaptureError};

export interface AttemptPorts {
  sealer: Pick<MediaSealer, 'seal'>;
  clock: Clock;
  random: Random;
}

/**
 * One attempt to seal a claimed job, of the page or the service worker. Never rejects.
 *
 * @param stored the stored state, where the claim could not be written
 */
export async function attempt(
  job: Job,
  providers: readonly Provider[],
  {sealer, clock, random}: AttemptPorts,
  signal: AbortSignal,
  stored?: JobState,
): Promise<Outcome> {
  try {
    const sealed = await withCredentials(providers, signal, (authorization, within) =>
      sealer.seal(job, authorization, within, stored),
    );
    return {name: 'sealed', sealed};
  } catch (thrown) {
    const error = toSealedCaptureError(thrown, 'internal_error');
    return {name: 'failed', job: afterAttempt(job, error, clock.now(), random.number()), error};
  }
}

/**
 * Does what needs authorization, with the first provider that has credentials; after a 401 once more with new ones.
 * Aborts the work and rejects with `timeout` when its time is over, and with `credentials_missing`, or what the last
 * provider said, where none has any.
 */
export async function withCredentials<T>(
  providers: readonly Provider[],
  signal: AbortSignal,
  work: (authorization: Authorization, within: AbortSignal) => Promise<T>,
  timeout = ATTEMPT_MS,
): Promise<T> {
  const late = AbortSignal.timeout(timeout);
  const within = AbortSignal.any([signal, late]);
  let missing = credentialsMissing();
  try {
    for (const {authorization, onMissing, onError} of providers) {
      const authorize = (refused?: Authorization): Promise<Authorization> =>
        authorizationInTime(authorization, within, refused).catch((thrown: SealedCaptureError) => {
          onError?.(thrown);
          throw thrown;
        });
      try {
        return await authorized(authorize, (given) => work(given, within));
      } catch (thrown) {
        if (!(thrown instanceof SealedCaptureError) || !lacksCredentials(thrown.code)) throw thrown;
        onMissing?.(thrown);
        missing = thrown;
      }
    }
  } catch (cause) {
    if (!late.aborted || signal.aborted) throw cause;
    const message = 'Neither protection nor the service answered in time.';
    throw new SealedCaptureError('timeout', message, {cause});
  }
  throw missing;
}

/** The job after an attempt without a seal; one that was given up, or that lacked credentials, does not count. */
export function afterAttempt(
  job: Job,
  error: SealedCaptureError,
  now: number,
  random: number,
): Job {
  if (error.code === 'aborted') return handedBack(job, now);
  const failure = failureOf(error);
  return lacksCredentials(error.code)
    ? handedBack(job, now, failure)
    : afterFailure(job, failure, now, random);
}
