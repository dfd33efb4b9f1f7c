import type {SealedCaptureError} from '../model/errors.js';
import {afterFailure, failureOf, handedBack, type Job} from '../model/job.js';

/** The job after an attempt that came to nothing; one that was given up, or that lacked credentials, was none. */
export function afterAttempt(
  job: Job,
  error: SealedCaptureError,
  now: number,
  random: number,
): Job {
  switch (error.code) {
    case 'aborted':
      return handedBack(job, now);
    case 'credentials_missing':
      return handedBack(job, now, failureOf(error));
    default:
      return afterFailure(job, failureOf(error), now, random);
  }
}
