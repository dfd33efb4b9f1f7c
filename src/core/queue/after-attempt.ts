import type {SealedCaptureError} from '../../model/errors.js';
import {afterFailure, failureOf, handedBack, type Job} from '../../model/job.js';
import {lacksCredentials} from '../credentials/authorization-in-time.js';

/** The job after an attempt that came to nothing; one that was given up, or that lacked credentials, was none. */
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
