import type {Authorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError, toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {
  failureOf,
  handedBack,
  leaseOf,
  type Job,
  type JobState,
} from '@sealed-capture/seal/model/job/job.js';
import {afterFailure} from '@sealed-capture/seal/model/job/retries.js';
import type {ProtectionOptions} from '@sealed-capture/seal/model/protection-config.js';
import type {Clock, Random} from '../../../ports/browser/clock.js';
import type {MediaSealer, Sealed} from '../../../ports/captures/media-sealer.js';
import {
  authorizationInTime,
  authorized,
  credentialsMissing,
  lacksCredentials,
} from '../../credentials/authorized.js';

/** Milliseconds by which an attempt, with its second try, ends before its lease: no other page has started by then. */
const BEFORE_LEASE_MS = 5_000;

/** Provides credentials for a capture's endpoint: those of one client, or of one protection in a service worker. */
export interface Provider {
  authorization: ProtectionOptions['authorization'];
  /** Called if the provider turns out to have no credentials. */
  onMissing?: (error: SealedCaptureError) => void;
  /** Called if the service accepts them. */
  onAccepted?: () => void;
  /** Called if the service does not accept them. */
  onRefused?: () => void;
  /** Called with any other failure of the provider. */
  onError?: (error: SealedCaptureError) => void;
}

/** Result of an attempt to seal: a seal, or the job with its next state. */
export type AttemptResult =
  | {name: 'sealed'; sealed: Sealed}
  | {name: 'failed'; job: Job; error: SealedCaptureError};

export interface AttemptPorts {
  sealer: Pick<MediaSealer, 'seal'>;
  clock: Clock;
  random: Random;
}

/**
 * Makes one attempt to seal a claimed job, in the page or the service worker. Never rejects.
 *
 * @param stored the stored state, if the claim could not be written
 */
export async function attempt(
  job: Job,
  providers: readonly Provider[],
  {sealer, clock, random}: AttemptPorts,
  signal: AbortSignal,
  stored?: JobState,
): Promise<AttemptResult> {
  try {
    const sealed = await withCredentials(
      providers,
      signal,
      (authorization, within) => sealer.seal(job, authorization, within, stored),
      leaseOf(job) - BEFORE_LEASE_MS,
    );
    return {name: 'sealed', sealed};
  } catch (thrown) {
    const error = toSealedCaptureError(thrown, 'internal_error');
    return {name: 'failed', job: afterAttempt(job, error, clock.now(), random.number()), error};
  }
}

/**
 * Runs a request with one provider's credentials after another's, until the service accepts them. After a 401, each provider
 * is asked for new credentials once. Rejects with the first refusal; with `credentials_missing` or the last provider's
 * error if no provider has credentials; with `timeout`, after aborting the request, when the time is over.
 */
export async function withCredentials<T>(
  providers: readonly Provider[],
  signal: AbortSignal,
  work: (authorization: Authorization, within: AbortSignal) => Promise<T>,
  timeout: number,
): Promise<T> {
  const late = AbortSignal.timeout(timeout);
  const within = AbortSignal.any([signal, late]);
  let missing = credentialsMissing();
  let refusal: SealedCaptureError | undefined;
  try {
    for (const {authorization, onMissing, onAccepted, onRefused, onError} of providers) {
      const authorize = (refused?: Authorization): Promise<Authorization> =>
        authorizationInTime(authorization, within, refused).catch((thrown: SealedCaptureError) => {
          onError?.(thrown);
          throw thrown;
        });
      try {
        const result = await authorized(authorize, (given) => work(given, within));
        onAccepted?.();
        return result;
      } catch (thrown) {
        if (!(thrown instanceof SealedCaptureError)) throw thrown;
        if (thrown.code === 'unauthorized') {
          onRefused?.();
          refusal ??= thrown;
        } else if (thrown.code === 'role_missing') {
          // They are good for other captures.
          refusal ??= thrown;
        } else if (lacksCredentials(thrown.code)) {
          onMissing?.(thrown);
          missing = thrown;
        } else throw thrown;
      }
    }
  } catch (cause) {
    if (!late.aborted || signal.aborted) throw cause;
    const message = 'Neither protection nor the service answered in time.';
    throw new SealedCaptureError('timeout', message, {cause});
  }
  throw refusal ?? missing;
}

/**
 * The job after an attempt that brought no seal. Attempts that were given up, or that lacked credentials, are not
 * counted.
 */
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
