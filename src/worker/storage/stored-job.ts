import type {Job, JobState} from '@sealed-capture/seal/model/job/job.js';
import {isText, number, text} from '@sealed-capture/seal/model/json/loose-json.js';
import {isRecord, type Loose} from '@sealed-capture/seal/model/json/record.js';
import {isSealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import type {JobSet} from '@sealed-capture/seal/model/job/job-set.js';
import {hashOf, indexOf, shotsOf} from './sets/reading.js';

/**
 * Reads a stored record as a job. A job in an unknown state, because the storage has corrupted it or another
 * version wrote it, is shown as failed, so that a person may retry or discard it; undefined if not even its capture
 * is known. It is never deleted, and blocks nothing.
 */
export function jobOf(record: unknown): Job | undefined {
  if (!isRecord(record)) return undefined;
  const {captureId, mode, mediaType, endpoint, capturedAt, visit, metadata, state} = record;
  const isKnown =
    isText(captureId) &&
    (mode === 'image' || mode === 'audio') &&
    isSealableMediaType(text(mediaType) ?? '') &&
    isText(endpoint) &&
    !Number.isNaN(Date.parse(text(capturedAt) ?? ''));
  if (!isKnown) return undefined;
  // A closing record must not be sealed as if it were a capture.
  const {set: stored, ...rest} = record;
  const set = setOf(stored);
  const isKnownSet = !!set || !isRecord(stored) || !('closing' in stored);
  if (isState(state) && isRecord(metadata) && isText(visit) && isKnownSet) {
    // A capture is sealed outside of its set if its place in it is spoilt.
    const job = stored === undefined ? record : {...rest, ...(set && {set})};
    return withoutBadCopy(job as unknown as Job);
  }
  const message = 'What this browser kept of the capture cannot be read.';
  return {
    ...(record as unknown as Job),
    visit: text(visit) ?? '',
    metadata: isRecord(metadata) ? metadata : {},
    state: {name: 'failed', failure: {code: 'media_unsupported', message}, attempts: 0},
  };
}

/** A copy whose time cannot be shown is as good as none. */
function withoutBadCopy(job: Job): Job {
  const {lastCopy, ...rest} = job;
  const isGood = !lastCopy || !Number.isNaN(Date.parse(lastCopy.at));
  return isGood ? job : rest;
}

/** It goes into a request that allows no other fields. */
function setOf(stored: unknown): JobSet | undefined {
  if (!isRecord(stored)) return undefined;
  const job = text(stored['job']);
  const id = text(stored['id']);
  const closing = shotsOf(stored['closing']);
  const isClosing = stored['closing'] !== undefined;
  const index = stored['index'] === Infinity && isClosing ? Infinity : indexOf(stored['index']);
  const isPlaced =
    stored['id'] === undefined ? stored['index'] === undefined : !!id && index !== undefined;
  if (job === undefined || !isPlaced || (isClosing && !closing)) return undefined;
  const previous = hashOf(stored['previous']);
  const [last, nth] = isClosing ? [indexOf(stored['last']), indexOf(stored['nth'])] : [];
  return {
    job,
    ...(id && {id}),
    ...(index && {index}),
    ...(previous && {previous}),
    ...(closing && {closing}),
    ...(last && {last}),
    ...(nth && {nth}),
  };
}

function isState(state: unknown): boolean {
  if (!isRecord(state)) return false;
  const name = state['name'] as JobState['name'];
  switch (name) {
    case 'held':
      return true;
    case 'waiting':
      return has(state, 'dueAt', 'attempts');
    case 'sealing':
      return has(state, 'leaseUntil', 'attempts') && isText(state['owner']);
    case 'sealed':
      return isSeal(state);
    case 'delivering':
      return isSeal(state) && has(state, 'tries');
    case 'delivered':
      return isSeal(state) && isText(state['deliveredAt']) && has(state, 'keptUntil');
    case 'failed': {
      const {failure} = state;
      return has(state, 'attempts') && isRecord(failure) && isText(failure['code']);
    }
    default:
      name satisfies never;
      return false;
  }
}

const isSeal = (state: Loose): boolean =>
  state['manifest'] instanceof ArrayBuffer && isText(state['sealedAt']);

const has = (state: Loose, ...numbers: readonly string[]): boolean =>
  numbers.every((name) => number(state[name]) !== undefined);
