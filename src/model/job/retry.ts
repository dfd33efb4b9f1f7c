import {isRetryable, isUnanswered} from '../errors/retryable.js';
import {attemptsOf, unansweredOf, type Failure, type Job} from './job.js';

/** Responses of the service that count before the automatic retries end. Being offline is never counted. */
export const MAX_ATTEMPTS = 10;
const FIRST_DELAY_MS = 1_000;
/** Longest delay in milliseconds, unless the service asked for a longer one. */
export const LONGEST_DELAY_MS = 5 * 60_000;

/** Delay before attempt `attempts + 1`: exponential with full jitter, never less than the service asked for. */
export function backOff(attempts: number, random: number, retryAfter = 0): number {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts, 20));
  return Math.max(retryAfter, ceiling / 2 + (random * ceiling) / 2);
}

/** The job after a failed attempt: waiting for the next one, or failed if only a person can help. */
export function afterFailure(job: Job, failure: Failure, now: number, random: number): Job {
  const offline = isUnanswered(failure.code);
  const attempts = attemptsOf(job) + (offline ? 0 : 1);
  const unanswered = offline ? unansweredOf(job) + 1 : 0;
  if (!isRetryable(failure.code) || (!offline && attempts >= MAX_ATTEMPTS)) {
    return {...job, state: {name: 'failed', failure, attempts}};
  }
  const dueAt = now + backOff(attempts + unanswered - 1, random, failure.retryAfter);
  return {...job, state: {name: 'waiting', dueAt, attempts, unanswered, asked: true, failure}};
}

/** The job after its file could not be sent, by the same rules: due again later, or when a person wants it. */
export function afterSending(job: Job, failure: Failure, now: number, random: number): Job {
  const {state} = job;
  if (state.name !== 'sealed' && state.name !== 'delivering') return job;
  const offline = isUnanswered(failure.code);
  const tries = (state.tries ?? 0) + (offline ? 0 : 1);
  const unanswered = offline ? (state.unanswered ?? 0) + 1 : 0;
  const ends = !isRetryable(failure.code) || (!offline && tries >= MAX_ATTEMPTS);
  const dueAt = ends ? Infinity : now + backOff(tries + unanswered - 1, random, failure.retryAfter);
  return {...job, state: {...state, tries, unanswered, dueAt, failure}};
}
