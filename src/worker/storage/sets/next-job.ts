import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {isClosing} from '@sealed-capture/seal/model/job/job-set.js';
import {
  inOrder,
  isComing,
  isLast,
  isUnsealedCapture,
} from '@sealed-capture/seal/model/job/turns.js';
import {maySealNow} from '@sealed-capture/seal/model/job/retries.js';
import type {Claim} from '../../../ports/captures/capture-store.js';
import type {WritableStore} from '../database-connection.js';
import {jobOf} from '../stored-job.js';

/** Captures that are read first: one of the oldest is nearly always free, and reading a thousand is slow. */
const FIRST_FEW = 8;
/** Factor by which the number of captures to read grows if none is free. */
const MORE = 8;

type JobStore = WritableStore<'jobs'>;

/**
 * The oldest job that may be sealed now. Those of one set are sealed one at a time, in the order of the device, except those
 * that may not be sealed now; one that is still measured keeps its turn, and the closing record comes last.
 *
 * @param further jobs that are held in memory
 */
export async function nextJob(
  jobs: JobStore,
  claim: Claim,
  further: readonly Job[] = [],
): Promise<Job | undefined> {
  /** For each set that was met, the job whose turn it is. */
  const turns = new Map<string, Job | undefined>();
  const inTurn = async (records: readonly unknown[]): Promise<Job | undefined> => {
    for (const job of free(records, claim)) {
      const id = job.set?.id;
      if (id === undefined) return job;
      if (!turns.has(id)) turns.set(id, await nextOfSet(jobs, id, claim, further));
      const turn = turns.get(id);
      if (turn) return turn;
    }
    return undefined;
  };
  let oldest: Job | undefined;
  for (const state of ['sealing', 'waiting']) {
    const range = IDBKeyRange.bound([claim.endpoint, state], [claim.endpoint, state, []]);
    const job = await first(jobs, 'by-state', range, inTurn);
    if (job && (!oldest || job.capturedAt < oldest.capturedAt)) oldest = job;
  }
  return oldest;
}

/** The job of a set whose turn it is; undefined if it is that of one that is being sealed, or none may be sealed now. */
async function nextOfSet(
  jobs: JobStore,
  id: string,
  claim: Claim,
  further: readonly Job[],
): Promise<Job | undefined> {
  if (claim.sets?.includes(id)) return undefined;
  const near = further.filter(({set}) => set?.id === id);
  const sealing = await jobs.index('by-set').getAll(inState(id, 'sealing'));
  const isFree = (job: Job): boolean => maySealNow(job, claim.now, claim);
  const isUnderWay = [...known(sealing), ...near].some(
    (job) => job.state.name === 'sealing' && !isFree(job),
  );
  if (isUnderWay) return undefined;
  // After an outage, each waits for another time: the one that is due first gives its turn to the first of them.
  const early = {...claim, hastened: 'all'} as const;
  let lowest: Job | undefined;
  const find = (records: readonly unknown[]): Promise<Job | undefined> => {
    const waiting = known(records).filter(
      (job) => maySealNow(job, claim.now, early) || isComing(job, claim.now),
    );
    [lowest] = waiting.sort(inOrder);
    return Promise.resolve(lowest && !isLast(lowest) ? lowest : undefined);
  };
  await first(jobs, 'by-set', inState(id, 'waiting'), find);
  const [job] = [...free(sealing, claim), ...(lowest ? [lowest] : [])].sort(inOrder);
  if (!job || isComing(job, claim.now)) return undefined;
  if (!isClosing(job)) return job;
  return near.some(isUnsealedCapture) || (await hasUnsealed(jobs, id)) ? undefined : job;
}

/** True if a capture of the set is not sealed, for whatever reason. */
export const hasUnsealed = (jobs: JobStore | ReadableJobs, id: string): Promise<boolean> =>
  hasAny(jobs, (state) => IDBKeyRange.bound([id, state], [id, state, Infinity], false, true));

/** True if a capture or closing record of the set is not sealed. */
export const isOpen = (jobs: JobStore, id: string): Promise<boolean> =>
  hasAny(jobs, (state) => inState(id, state));

/** True if any job is in the range of one of the states before the seal. */
async function hasAny(
  jobs: JobStore | ReadableJobs,
  rangeOf: (state: string) => IDBKeyRange,
): Promise<boolean> {
  for (const state of ['held', 'waiting', 'sealing', 'failed']) {
    if ((await jobs.index('by-set').count(rangeOf(state))) > 0) return true;
  }
  return false;
}

/** Counting needs no transaction that writes. */
interface ReadableJobs {
  index(name: 'by-set'): {count(range: IDBKeyRange): Promise<number>};
}

/** Reads more and more records of an index, in its order, until `find` has found what it wants. */
async function first(
  jobs: JobStore,
  name: 'by-state' | 'by-set',
  range: IDBKeyRange,
  find: (records: readonly unknown[]) => Promise<Job | undefined>,
): Promise<Job | undefined> {
  for (let count = FIRST_FEW; ; count *= MORE) {
    const records: unknown[] = await jobs.index(name).getAll(range, count);
    const job = await find(records);
    if (job ?? records.length < count) return job;
  }
}

const inState = (id: string, state: string): IDBKeyRange =>
  IDBKeyRange.bound([id, state], [id, state, []]);

const known = (records: readonly unknown[]): Job[] =>
  records.flatMap((record) => jobOf(record) ?? []);

const free = (records: readonly unknown[], claim: Claim): Job[] =>
  known(records).filter((job) => maySealNow(job, claim.now, claim));
