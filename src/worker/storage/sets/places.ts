import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {WritableStore} from '../database-connection.js';
import {setOf} from './reading.js';
import {jobKeyOf, movedTo, placed, withDiscarded, type StoredSet} from './stored-set.js';

/** A transaction that has the records of sets, if the job that it is about is part of one. */
interface WithSets {
  objectStore(name: 'sets'): WritableStore<'sets'>;
}

/** Reading needs no transaction that writes. */
interface WithReadableSets {
  objectStore(name: 'sets'): {
    index(name: 'by-job'): {getAll(key: [string, string, string]): Promise<unknown[]>};
  };
}

/** A job as it is to be stored. */
interface Place {
  job: Job;
  /** Writes the records of its sets, in the transaction that writes the job. */
  write: () => Promise<unknown>[];
}

const nothing = (): Promise<unknown>[] => [];

/** The place of a capture that is being stored: see {@link placed}. */
export async function placeOf(transaction: WithSets, job: Job, digest?: string): Promise<Place> {
  if (!job.set) return {job, write: nothing};
  const {job: numbered, record} = placed(await setsOf(transaction, job), job, digest);
  return {job: numbered, write: writing(transaction, [record])};
}

/**
 * The job as it is stored, in the set of its new endpoint if it has moved there: its number is that of the storage. A closing
 * record stays as it is stored if nothing of its job is there.
 */
export async function placeAgain(transaction: WithSets, job: Job, stored: Job): Promise<Place> {
  const {set} = stored;
  if (!set || job.endpoint === stored.endpoint) {
    return {job: {...job, ...(set && {set})}, write: nothing};
  }
  const left = setOf(await transaction.objectStore('sets').get(set.id ?? ''));
  const moved = movedTo(await setsOf(transaction, job), {...job, set}, left);
  return moved
    ? {job: moved.job, write: writing(transaction, moved.records)}
    : {job: stored, write: nothing};
}

/**
 * Returns a function that marks the capture as discarded by a person or the page, if it is part of a set. `stored`: its job,
 * which may be gone already, after a page was given its file; all sets are read then.
 */
export async function discarding(
  transaction: WithSets,
  captureId: string,
  discardedAt: string,
  stored?: Job,
): Promise<Place['write']> {
  const sets = transaction.objectStore('sets');
  const id = stored?.set?.id;
  const records: unknown[] = id === undefined ? await sets.getAll() : [await sets.get(id)];
  const changed = records.flatMap((one) => {
    const record = setOf(one);
    const after = record && withDiscarded(record, captureId, discardedAt);
    return after && after !== record ? [after] : [];
  });
  return writing(transaction, changed);
}

const writing =
  (transaction: WithSets, records: readonly StoredSet[]): Place['write'] =>
  () =>
    records.map((record) => transaction.objectStore('sets').put(record));

/** The sets of a job's name, endpoint and account. */
export async function setsOf(transaction: WithReadableSets, job: Job): Promise<StoredSet[]> {
  const sets = transaction.objectStore('sets');
  const records: unknown[] = await sets.index('by-job').getAll(jobKeyOf(job));
  return records.flatMap((record) => setOf(record) ?? []);
}
