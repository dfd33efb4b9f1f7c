import {isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import type {Failure, Job, JobState} from '@sealed-capture/seal/model/job/job.js';
import {isClosing} from '@sealed-capture/seal/model/job/job-set.js';
import {isComing, isSameSet, isUnsealedCapture} from '@sealed-capture/seal/model/job/turns.js';
import {claimableAt, isDue} from '@sealed-capture/seal/model/job/retries.js';
import {isServed, type Served} from '../connection/connection.js';
import type {CaptureRecord} from '../store/ledger.js';

type WaitingState = Extract<JobState, {name: 'waiting'}>;

/** Endpoints that did not answer or asked to wait, each with the wait after which it may be asked again. */
export type Rests = ReadonlyMap<string, Pick<WaitingState, 'dueAt' | 'failure'>>;

/** No endpoint rests. */
export const NO_RESTS: Rests = new Map();

/** Shortest timer in milliseconds, whatever the clock says. */
const SHORTEST_SLEEP_MS = 250;
/** Retry delay in milliseconds when a due capture could not be claimed. */
const STUCK_MS = 15_000;

/** When the endpoint may be asked again, in epoch milliseconds; undefined if it does not rest. */
export function restsUntil(rests: Rests, endpoint: string, now: number): number | undefined {
  const rest = rests.get(endpoint);
  return rest && !isDue(rest, now) ? rest.dueAt : undefined;
}

/**
 * The rests after a failed attempt that left its capture as `next`. The endpoint rests if the service has asked to wait,
 * or has not answered. If it has answered other requests meanwhile, the failure is specific to this capture.
 */
export function restsAfter(
  rests: Rests,
  {endpoint, state}: Job,
  {code, retryAfter}: Failure,
  hasAnsweredOthers: boolean,
): Rests {
  const isAtFault = retryAfter || (isUnanswered(code) && !hasAnsweredOthers);
  if (!isAtFault || state.name !== 'waiting') return rests;
  return new Map(rests).set(endpoint, state);
}

/** The rests after the endpoint has answered. */
export const restsWithout = (rests: Rests, endpoint: string): Rests =>
  new Map([...rests].filter(([one]) => one !== endpoint));

/** What decides, besides the captures themselves, when the page continues. */
export interface Pace {
  now: number;
  /** When this page last looked for due captures. */
  lookedAt: number;
  /** When the storage is to be scanned again, or the services' silence to be checked. */
  checkAt: number;
  served: readonly Served[];
  rests: Rests;
  /** When this page can seal again. */
  obstacle?: {dueAt: number};
}

/** When to look for due captures again, in epoch milliseconds; undefined if that needs no timer. */
export function wakeAt(records: readonly CaptureRecord[], pace: Pace): number | undefined {
  const {now, lookedAt, checkAt} = pace;
  const coming = records.filter(({job}) => isComing(job, now));
  const due = Math.min(
    checkAt,
    ...records
      .filter((record) => !awaitsOthers(record, records, coming))
      .map((record) => dueAtOf(record, pace)),
  );
  if (due === Infinity) return undefined;
  // Timers may fire slightly early: a capture that has become due since is not stuck.
  return Math.max(now + (due > lookedAt ? SHORTEST_SLEEP_MS : STUCK_MS), due);
}

/**
 * True for a closing record while captures of its set are not sealed, and for a capture while another one of its set is
 * measured: each change of those looks for due ones by itself.
 *
 * @param coming the captures that are measured: seldom more than one, so that a long list is not read for each of its captures
 */
function awaitsOthers(
  record: CaptureRecord,
  records: readonly CaptureRecord[],
  coming: readonly CaptureRecord[],
): boolean {
  const {job} = record;
  if (!job.set || 'sealedAt' in job.state) return false;
  if (isClosing(job)) {
    return records.some(({job: other}) => isSameSet(job, other) && isUnsealedCapture(other));
  }
  return !coming.includes(record) && coming.some(({job: other}) => isSameSet(job, other));
}

/** When this page can continue with a capture; `Infinity` if it is waiting for something else than time. */
function dueAtOf(
  {job, activity, isHastened, withheldFor, deliverAgainAt = Infinity}: CaptureRecord,
  {now, served, rests, obstacle}: Pace,
): number {
  if (withheldFor) return Infinity;
  if (activity.name !== 'idle' || !served.some((one) => isServed(job, one))) return deliverAgainAt;
  const claimableFrom = isHastened ? 0 : claimableAt(job.state);
  const restUntil = restsUntil(rests, job.endpoint, now) ?? 0;
  return Math.min(deliverAgainAt, Math.max(claimableFrom, restUntil, obstacle?.dueAt ?? 0));
}
