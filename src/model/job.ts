import type {CaptureMetadata, Gps} from './capture-metadata.js';
import {isRetryable, isUnanswered, type ErrorCode, type SealedCaptureError} from './errors.js';
import type {Mode, SealableMediaType} from './media-type.js';

/** Why an attempt failed, in a form that survives structured cloning. */
export interface Failure {
  code: ErrorCode;
  message: string;
  status?: number;
  /** How long the service asked to wait, in milliseconds. */
  retryAfter?: number;
}

export function failureOf(error: SealedCaptureError): Failure {
  const {code, message, status, retryAfter} = error;
  return {code, message, status, retryAfter};
}

/**
 * Where a capture stands on its way to its seal.
 * held → waiting → sealing → sealed → (delivered: the job is deleted); sealing → waiting | failed.
 * Times are epoch milliseconds by the device's clock. `attempts` counts answers of the service;
 * `unanswered` counts the tries since the last answer, which only lengthen the delay.
 */
export type JobState =
  /** Waits for the page to release it (`autoProtect` false), or for a person to confirm what stands here. */
  | {name: 'held'; awaits?: 'license-plate'}
  /** Due at `dueAt`. */
  | {
      name: 'waiting';
      dueAt: number;
      attempts: number;
      unanswered?: number;
      /** The service may have been asked: whatever it is asked next is the same, as its answer may only be lost. */
      asked?: boolean;
      failure?: Failure;
    }
  /** Being sealed by `owner`; free for others once the lease has run out. `asked` is of the time before. */
  | {
      name: 'sealing';
      owner: string;
      leaseUntil: number;
      attempts: number;
      unanswered?: number;
      asked?: boolean;
    }
  /** The manifest is here; the sealed file is put together again from it on delivery. */
  | {name: 'sealed'; manifest: ArrayBuffer; sealedAt: string; attempts: number}
  /** Automatic retries have ended, or a person is needed. */
  | {name: 'failed'; failure: Failure; attempts: number};

type Waiting = Extract<JobState, {name: 'waiting'}>;
type Sealing = Extract<JobState, {name: 'sealing'}>;

/** A capture that is kept until its sealed bytes were delivered. Its media are stored beside it. */
export interface Job {
  captureId: string;
  mode: Mode;
  mediaType: SealableMediaType;
  /** Base address with environment, absolute: only a queue with credentials for it takes the job. */
  endpoint: string;
  /** ISO 8601 in UTC. */
  capturedAt: string;
  /** Seconds; recordings only. */
  duration?: number;
  /** Seconds that a recording lacks. */
  missing?: number;
  /** What was kept of a recording that was broken off. */
  recovered?: true;
  /** The page visit that captured; another visit delivers it as `restored`. */
  visit: string;
  metadata: CaptureMetadata;
  state: JobState;
}

/** How long one attempt may take before another tab may take over. */
export const LEASE_MS = 60_000;
/** Answers of the service that count before automatic retries end; being offline never counts. */
export const MAX_ATTEMPTS = 10;
const FIRST_DELAY_MS = 1_000;
/** Of a wait that the service did not ask for. */
export const LONGEST_DELAY_MS = 5 * 60_000;

/** Delay before attempt `attempts + 1`: exponential with full jitter, never under what the service asked for. */
export function backOff(attempts: number, random: number, retryAfter = 0): number {
  const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts, 20));
  return Math.max(retryAfter, ceiling / 2 + (random * ceiling) / 2);
}

/**
 * True when a wait is over. A due time clearly further away than its wait can only come from a clock that was set back.
 */
export function isDue({dueAt, failure}: Waiting, now: number): boolean {
  const longest = Math.max(LONGEST_DELAY_MS, failure?.retryAfter ?? 0);
  return dueAt <= now || dueAt > now + longest + LEASE_MS;
}

const isLeaseOver = ({leaseUntil}: Sealing, now: number): boolean =>
  leaseUntil <= now || leaseUntil > now + 2 * LEASE_MS;

/** A page or a service worker that looks for captures to seal. */
export interface Claimant {
  /** Its own visit. */
  owner: string;
  /** Visits that are known to be over: their captures are free at once. */
  ended: readonly string[];
  /** Captures that it is at work on: not given again, also where their lease has run out. */
  running?: readonly string[];
  /** Captures that do not wait any longer for a service that gave no answer. */
  hastened?: readonly string[] | 'all';
  /** Leaves the captures of visits that may be open to them, however long they let them lie. */
  sparesOpenVisits?: boolean;
}

/**
 * Decides for the page, the service worker and the storage whether a capture may be sealed now. A visit seals its own
 * captures, because its elements wait for them. Captures of visits that are over are free at once, those of a visit
 * that lets them lie, after a lease.
 */
export function maySealNow(job: Job, now: number, claimant: Claimant): boolean {
  const {captureId, visit, state} = job;
  const {owner, ended, running, hastened, sparesOpenVisits} = claimant;
  if (running?.includes(captureId)) return false;
  const isOwn = visit === owner || ended.includes(visit);
  if (sparesOpenVisits && !isOwn) return false;
  switch (state.name) {
    case 'sealing':
      return ended.includes(state.owner) || (!sparesOpenVisits && isLeaseOver(state, now));
    case 'waiting': {
      const isHastened = hastened === 'all' || hastened?.includes(captureId);
      if (isOwn && isHastened && isUnanswered(state.failure?.code)) return true;
      return isDue(state, now) && (isOwn || isDue(state, now - LEASE_MS));
    }
    case 'held':
    case 'sealed':
    case 'failed':
      return false;
  }
}

export function claimed(job: Job, owner: string, now: number): Job {
  const leaseUntil = now + LEASE_MS;
  return {
    ...job,
    state: {
      name: 'sealing',
      owner,
      leaseUntil,
      attempts: attemptsOf(job),
      unanswered: unansweredOf(job),
      // By whom it is taken from, who may have died.
      asked: job.state.name === 'sealing' || wasAsked(job),
    },
  };
}

const attemptsOf = ({state}: Job): number => ('attempts' in state ? state.attempts : 0);
const unansweredOf = ({state}: Job): number =>
  'unanswered' in state ? (state.unanswered ?? 0) : 0;
const wasAsked = ({state}: Job): boolean | undefined =>
  'asked' in state ? state.asked : state.name === 'failed';

export function released(job: Job, dueAt: number): Job {
  return {...job, state: {name: 'waiting', dueAt, attempts: 0, asked: wasAsked(job)}};
}

/**
 * The job once its place was looked for; undefined where that comes too late. What waited for nothing else is due.
 */
export function located(job: Job, gps: Gps | undefined, now: number): Job | undefined {
  const {state} = job;
  const metadata = gps ? {...job.metadata, gps} : job.metadata;
  if (state.name === 'held') return {...job, metadata};
  if (state.name !== 'waiting' || state.asked) return undefined;
  return {...job, metadata, state: state.failure ? state : {...state, dueAt: now}};
}

/** A job put back untried, because whoever claimed it turned out unable to try; without a failure, given up amid it. */
export function handedBack(job: Job, dueAt: number, failure?: Failure): Job {
  const attempts = attemptsOf(job);
  const asked = !failure || wasAsked(job);
  return {
    ...job,
    state: {name: 'waiting', dueAt, attempts, unanswered: unansweredOf(job), asked, failure},
  };
}

export function sealed(job: Job, manifest: ArrayBuffer, sealedAt: string): Job {
  return {...job, state: {name: 'sealed', manifest, sealedAt, attempts: attemptsOf(job) + 1}};
}

/** Once its file is put together, or where nobody needs it: a manifest is large. */
export const withoutManifest = (job: Job): Job =>
  job.state.name === 'sealed' ? {...job, state: {...job.state, manifest: new ArrayBuffer(0)}} : job;

/** The job after a failed attempt: waiting for the next one, or failed where only a person can help. */
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
