import type {Job, JobState} from '@sealed-capture/seal/model/job/job.js';
import {isText, number, text} from '@sealed-capture/seal/model/json/loose-json.js';
import {isRecord, type Loose} from '@sealed-capture/seal/model/json/record.js';
import {isSealableMediaType} from '@sealed-capture/seal/model/media-type.js';

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
  if (isState(state) && isRecord(metadata) && isText(visit)) {
    return withoutBadCopy(record as unknown as Job);
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
