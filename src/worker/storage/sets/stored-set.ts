import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {SetClosing, SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';

/** A capture of a set, as its closing record lists it. */
export type SetEntry = SetClosing['captures'][number] & {
  /** Set after a person or the page has deleted it. ISO 8601 in UTC. */
  discardedAt?: string;
  /** Set after it has moved to another endpoint, unsealed: it is part of another set. ISO 8601 in UTC. */
  movedAt?: string;
};

/** The record of a set: all captures that this device has made of one job, also those that are not stored any more. */
export interface StoredSet {
  /** UUID. */
  id: string;
  endpoint: string;
  /** As captures store it; empty for no account, because an index has no keys that are undefined. */
  account: string;
  /** The page's own name for the job. */
  job: string;
  /** The last number that was given. It is given once, also if its capture has left the set. */
  last: number;
  /** ISO 8601 in UTC. */
  changedAt: string;
  /** In the order of their numbers. */
  captures: readonly SetEntry[];
  /** Number of closing records that were stored. */
  closings: number;
  /** Id of the last closing record, if nothing has changed since then. */
  closedBy?: string;
  /** The page's list of shots, as the newest closing record says it. */
  shots?: SetClosing['shots'];
}

/**
 * Captures and closing records of one set; the next capture begins another set of the job. The rest of what a service accepts
 * for a set is left for its further closing records, and for seals whose answers were lost.
 */
export const MOST_PLACES = 900;

/** A job in its place of a set, and the set's record with it. */
export interface Placed {
  job: Job;
  record: StoredSet;
}

/** True if the set is that of the job's name, endpoint and account. */
export const isOfJob = ({endpoint, account, job: name}: StoredSet, job: Job): boolean =>
  jobKeyOf(job).join('\n') === [endpoint, account, name].join('\n');

/** Values of the index by job. */
export const jobKeyOf = ({endpoint, account = '', set}: Job): [string, string, string] => [
  endpoint,
  account,
  set?.job ?? '',
];

/**
 * Gives a capture its place: that which it has in one of its job's `sets`, or the next number in the one that changed last. A
 * closing record gets the set that it names, or else the one that changed last. Throws `capture_unknown` for a closing record
 * of a set that is not there, or of a job without captures.
 *
 * @param digest SHA-256 in Base64 of the file, if it is known
 */
export function placed(sets: readonly StoredSet[], job: Job, digest?: string): Placed {
  const known = sets.find(({captures}) =>
    captures.some(({captureId}) => captureId === job.captureId),
  );
  const newest = newestFirst(sets);
  if (job.set?.closing) {
    const {id, closing} = job.set;
    return closedBy(
      job,
      closing,
      id ? sets.find((one) => one.id === id) : newest.find(hasCaptures),
    );
  }
  const open = newest.find(({captures, closings}) => captures.length + closings < MOST_PLACES);
  const record = known
    ? withBack(known, job.captureId)
    : withCapture(open ?? newSet(job), job, digest);
  const {captures} = record;
  const at = captures.findIndex(({captureId}) => captureId === job.captureId);
  const index = captures[at]?.index;
  const previous = captures[at - 1]?.digest;
  const set = {job: record.job, id: record.id, index, ...(previous && {previous})};
  return {job: {...job, set}, record};
}

/** A closing record in its set. Without a list of shots, as of a microphone, it says what the one before has said of them. */
function closedBy(job: Job, shots: SetClosing['shots'], set: StoredSet | undefined): Placed {
  if (!set) throw nothingCaptured();
  const {id, job: name, last, closings} = set;
  const closing = shots.length > 0 ? shots : (set.shots ?? shots);
  const nth = closings + 1;
  const record = {...changed(set, job.capturedAt), shots: closing, closings: nth};
  return {
    job: {...job, set: {job: name, id, index: Infinity, closing, last, nth}},
    record: {...record, closedBy: job.captureId},
  };
}

/**
 * Ids of those sets of one job that are to be closed, the one that changed last at the end: all that have changed since their
 * last closing record. If there are none, the one that changed last, because the page's list of shots may have changed.
 * Throws `capture_unknown` if nothing was captured.
 */
export function setsToClose(sets: readonly StoredSet[]): string[] {
  const captured = newestFirst(sets).filter(hasCaptures);
  if (captured.length === 0) throw nothingCaptured();
  const open = captured.filter((one) => !one.closedBy).reverse();
  return (open.length > 0 ? open : captured.slice(0, 1)).map(({id}) => id);
}

const nothingCaptured = (): SealedCaptureError =>
  new SealedCaptureError('capture_unknown', 'Nothing of this job was captured.');

const newestFirst = (sets: readonly StoredSet[]): StoredSet[] =>
  [...sets].sort((one, other) => (one.changedAt > other.changedAt ? -1 : 1));

/** The set is to be closed again. */
export function reopened(set: StoredSet): StoredSet {
  const {closedBy: _, ...record} = set;
  return record;
}

/** True if something was captured in the set that has not moved to another. */
const hasCaptures = ({captures}: StoredSet): boolean => captures.some(({movedAt}) => !movedAt);

/**
 * The capture in one of its job's `sets` at its new endpoint, or in a new one, with the records that change. What was sealed at
 * the other endpoint is a set of its own, which stays open. Undefined for a closing record if nothing of the job is there: it
 * stays where it is.
 */
export function movedTo(
  sets: readonly StoredSet[],
  job: Job,
  left: StoredSet | undefined,
): {job: Job; records: readonly StoredSet[]} | undefined {
  const {captureId, set} = job;
  if (set?.closing && !sets.some(hasCaptures)) return undefined;
  const digest = left?.captures.find((entry) => entry.captureId === captureId)?.digest;
  // The set that it names is at the endpoint that it leaves.
  const {id: _, ...unplaced} = set ?? {job: ''};
  const {job: moved, record} = placed(sets, {...job, set: unplaced}, digest);
  return {job: moved, records: [record, ...(left ? [withMoved(left, captureId)] : [])]};
}

function newSet(job: Job): StoredSet {
  const [endpoint, account, name] = jobKeyOf(job);
  const id = crypto.randomUUID();
  const begun = {last: 0, changedAt: job.capturedAt, captures: [], closings: 0};
  return {id, endpoint, account, job: name, ...begun};
}

function withCapture(record: StoredSet, job: Job, digest?: string): StoredSet {
  const {captureId, capturedAt, metadata} = job;
  const index = record.last + 1;
  const shot = metadata.features?.shot?.id;
  const entry = {captureId, index, capturedAt, ...(digest && {digest}), ...(shot && {shot})};
  return {
    ...changed(record, capturedAt),
    last: index,
    captures: [...record.captures, entry],
  };
}

/** The record after a capture has left the set unsealed. Its number is given to no other. */
function withMoved(record: StoredSet, captureId: string): StoredSet {
  const movedAt = new Date().toISOString();
  const left = withEntry(record, captureId, (entry) => ({...entry, movedAt}));
  return left === record ? record : changed(left, movedAt);
}

/** The record after a capture has come back: it has its number again. */
const withBack = (record: StoredSet, captureId: string): StoredSet =>
  isIn(record, captureId)
    ? record
    : reopened(withEntry(record, captureId, (entry) => ({...entry, movedAt: undefined})));

/** True if the capture is in the set, and has not moved to another. */
export const isIn = (record: StoredSet, captureId: string): boolean =>
  record.captures.some((entry) => entry.captureId === captureId && !entry.movedAt);

/** The record after a person or the page has deleted a capture or closing record, which may be none of this set. */
export function withDiscarded(
  record: StoredSet,
  captureId: string,
  discardedAt: string,
): StoredSet {
  if (record.closedBy === captureId) return reopened(record);
  if (!isIn(record, captureId)) return record;
  const left = withEntry(record, captureId, (entry) => ({...entry, discardedAt}));
  return changed(left, discardedAt);
}

/** The same record if the capture is not in it. */
function withEntry(
  record: StoredSet,
  captureId: string,
  change: (entry: SetEntry) => SetEntry,
): StoredSet {
  if (!record.captures.some((entry) => entry.captureId === captureId)) return record;
  const captures = record.captures.map((entry) =>
    entry.captureId === captureId ? change(entry) : entry,
  );
  return {...record, captures};
}

/** The device's clock may have been set back. */
const changed = (record: StoredSet, at: string): StoredSet => ({
  ...reopened(record),
  changedAt: at > record.changedAt ? at : record.changedAt,
});

/**
 * What the service is told of the set that a capture or closing record is part of; undefined without a set. Throws
 * `capture_unknown` for a closing record whose set has no record: it would say that nothing was captured.
 */
export function setRequestOf({set}: Job, record?: StoredSet): SetRequest | undefined {
  if (set?.closing && !record) {
    const message = 'This browser has lost what it recorded of the job, so that nothing closes it.';
    throw new SealedCaptureError('capture_unknown', message);
  }
  if (!set?.id) return undefined;
  const {id, job, index, previous, closing} = set;
  if (!closing || !record) {
    return {id, job, ...(index && {index}), ...(previous && {previous})};
  }
  const captures: SetClosing['captures'] = [];
  const discarded: SetClosing['discarded'] = [];
  const moved: NonNullable<SetClosing['moved']> = [];
  for (const {discardedAt, movedAt, ...entry} of record.captures) {
    if (movedAt) moved.push({...entry, movedAt});
    else if (discardedAt) discarded.push({...entry, discardedAt});
    else captures.push(entry);
  }
  const lists = {captures, discarded, ...(moved.length > 0 && {moved})};
  return {id, job, closing: {...lists, shots: record.shots ?? closing}};
}
