import type {Job} from './job.js';
import {isClosing} from './job-set.js';
import {isDue, maySealNow, type Claimant} from './retries.js';

/** True if both are of one job: also before they are stored. */
export const isSameSet = (one: Job, other: Job): boolean =>
  !!one.set &&
  one.set.job === other.set?.job &&
  one.endpoint === other.endpoint &&
  one.account === other.account;

/** True for a capture that no service has sealed, for whatever reason: closing records wait for it. */
export const isUnsealedCapture = (job: Job): boolean =>
  !('sealedAt' in job.state) && !isClosing(job);

/**
 * True for a chosen file that the service did not take, such as one that is too large for the connection: all others of its
 * set go first, so that its retries keep none of them waiting.
 */
const givesWay = ({metadata, state}: Job): boolean =>
  !!metadata.imported && state.name === 'waiting' && state.failure?.code === 'service_unavailable';

/** True for a job that has its turn after all others of its set, whatever its number. */
export const isLast = (job: Job): boolean => isClosing(job) || givesWay(job);

/** Negative if the first job of a set is sealed before the other one: by their numbers, and the closing record last. */
export const inOrder = (one: Job, other: Job): number =>
  rankOf(one) - rankOf(other) ||
  ((one.set?.index ?? Infinity) < (other.set?.index ?? Infinity) ? -1 : 1);

const rankOf = (job: Job): number => (isClosing(job) ? 2 : +givesWay(job));

/** True for a new capture that waits for something that is still measured, such as its location, and keeps its turn. */
export const isComing = ({state}: Job, now: number): boolean =>
  state.name === 'waiting' && !state.failure && !isDue(state, now);

/**
 * True if it is the job's turn among those of its set: they are sealed one at a time, in the order of the device, except
 * those that may not be sealed now for another reason than that nobody answered, or that a value is still measured. A closing
 * record waits for all captures.
 *
 * @param all jobs, also of other sets
 */
export function isInTurn(job: Job, all: readonly Job[], now: number, claimant: Claimant): boolean {
  const {set} = job;
  if (!set) return true;
  if (claimant.sets?.includes(set.id ?? '')) return false;
  const others = all.filter((other) => other.captureId !== job.captureId && isSameSet(job, other));
  if (isClosing(job) && others.some(isUnsealedCapture)) return false;
  return !others.some((other) => {
    // After an outage, each waits for another time: the first of them goes first all the same.
    const isFree = maySealNow(other, now, {...claimant, hastened: 'all'});
    if (isFree || isComing(other, now)) return inOrder(other, job) < 0;
    return other.state.name === 'sealing';
  });
}
