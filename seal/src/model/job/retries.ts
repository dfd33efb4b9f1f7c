import {isRetryable, isUnanswered} from '../errors/retryable.js';
import {
  attemptsOf,
  LEASE_MS,
  leaseOf,
  unansweredOf,
  type Failure,
  type Job,
  type JobState,
} from './job.js';

type WaitingState = Extract<JobState, {name: 'waiting'}>;
type SealingState = Extract<JobState, {name: 'sealing'}>;

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

/** True when a wait is over. A due time much further away than its wait means that the clock was set back. */
export function isDue(
  {dueAt, failure}: Pick<WaitingState, 'dueAt' | 'failure'>,
  now: number,
): boolean {
  const longest = Math.max(LONGEST_DELAY_MS, failure?.retryAfter ?? 0);
  return dueAt <= now || dueAt > now + longest + LEASE_MS;
}

const isLeaseOver = (job: Job, {leaseUntil}: SealingState, now: number): boolean =>
  leaseUntil <= now || leaseUntil > now + 2 * leaseOf(job);

/** A page or a service worker that looks for captures to seal. */
export interface Claimant {
  /** Id of its own visit. */
  owner: string;
  /** The account that it has credentials for; absent: captures without an account. */
  account?: string;
  /** Visits that are known to be over; their captures are free at once. */
  ended: readonly string[];
  /** Captures that it is working on, which are not returned again, even if their lease has run out. */
  running?: readonly string[];
  /** Ids of sets of which it asks for a seal now. Of each, one is sealed at a time. */
  sets?: readonly string[];
  /** Captures that do not wait out their delay after an unanswered request. */
  hastened?: readonly string[] | 'all';
  /** Leaves captures to visits that may be open, however long these take. */
  sparesOpenVisits?: boolean;
}

/**
 * Decides for the page, the service worker and the storage whether a capture may be sealed now. A visit seals its
 * own captures, because its elements wait for them. Captures of visits that are over are free at once; those of an
 * open visit that does not seal them, after a lease.
 */
export function maySealNow(job: Job, now: number, claimant: Claimant): boolean {
  const {captureId, visit, state} = job;
  if (job.account !== claimant.account) return false;
  const {owner, ended, running, hastened, sparesOpenVisits} = claimant;
  if (running?.includes(captureId)) return false;
  const isOwn = visit === owner || ended.includes(visit);
  if (sparesOpenVisits && !isOwn) return false;
  switch (state.name) {
    case 'sealing':
      return ended.includes(state.owner) || (!sparesOpenVisits && isLeaseOver(job, state, now));
    case 'waiting': {
      const isHastened = hastened === 'all' || hastened?.includes(captureId);
      if (isOwn && isHastened && isUnanswered(state.failure?.code)) return true;
      return isDue(state, now) && (isOwn || isDue(state, now - LEASE_MS));
    }
    case 'held':
    case 'sealed':
    case 'delivering':
    case 'delivered':
    case 'failed':
      return false;
  }
}

/** When a page may claim a job in this state, by the clock alone, in epoch milliseconds. */
export function claimableAt(state: JobState): number {
  if (state.name === 'waiting') return state.dueAt;
  return state.name === 'sealing' ? state.leaseUntil : Infinity;
}

/**
 * When a service worker may send the sealed file of a closed page, in epoch milliseconds; `Infinity` if it may not:
 * the file is sent, a person is needed, or the page had asked to wait.
 */
export function sendableAt({state}: Job): number {
  if (state.name !== 'sealed' && state.name !== 'delivering') return Infinity;
  const isOfPage = state.name === 'sealed' && state.deliveries;
  return state.sent || isOfPage ? Infinity : (state.dueAt ?? 0);
}

/** True if a service worker may send it now: it runs when the network is back, so that no file waits for that. */
export function maySendNow(job: Job, now: number, ended: readonly string[]): boolean {
  const dueAt = sendableAt(job);
  if (dueAt === Infinity || !ended.includes(job.visit)) return false;
  const failure = 'failure' in job.state ? job.state.failure : undefined;
  return isUnanswered(failure?.code) || isDue({dueAt, failure}, now);
}

/**
 * The job after a failed attempt: waiting for the next one, or failed if only a person can help. `asked`: the service may
 * have been asked, in this attempt or before.
 */
export function afterFailure(
  job: Job,
  failure: Failure,
  now: number,
  random: number,
  asked = true,
): Job {
  const offline = isUnanswered(failure.code);
  const attempts = attemptsOf(job) + (offline ? 0 : 1);
  const unanswered = offline ? unansweredOf(job) + 1 : 0;
  if (!isRetryable(failure.code) || (!offline && attempts >= MAX_ATTEMPTS)) {
    return {...job, state: {name: 'failed', failure, attempts}};
  }
  const dueAt = now + backOff(attempts + unanswered - 1, random, failure.retryAfter);
  return {...job, state: {name: 'waiting', dueAt, attempts, unanswered, asked, failure}};
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
