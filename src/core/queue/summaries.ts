import {isRetryable} from '@sealed-capture/seal/model/errors/retryable.js';
import {mayChangeMetadata, type Failure, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {JobSet} from '@sealed-capture/seal/model/job/job-set.js';
import {sends} from './connection/connection.js';
import {intended, type CaptureRecord} from './store/ledger.js';
import type {CaptureProgress, CaptureSummary, FailureReason} from './queue-client.js';
import {whyUnsealed, type Circumstances} from './why-unsealed.js';

/** Compares two captures for sorting, oldest first. */
export const oldestFirst = (
  {capturedAt: a}: Pick<Job, 'capturedAt'>,
  {capturedAt: b}: Pick<Job, 'capturedAt'>,
): number => (a < b ? -1 : 1);

/** A capture as clients see it. */
export function summaryOf(record: CaptureRecord, circumstances: Circumstances): CaptureSummary {
  const {captureId, mode, capturedAt, duration, recovered, lastCopy, metadata, set} = record.job;
  return {
    captureId,
    mode,
    capturedAt,
    duration,
    recovered,
    progress: progressOf(record, circumstances),
    ...(isEditable(record, circumstances) && {isEditable: true}),
    ...ownWords(record.job),
    ...(set && {job: set.job}),
    ...placeOf(set),
    ...(lastCopy && {lastCopy}),
    licensePlateInfo: metadata.features?.licensePlateInfo,
  };
}

/** What lists say of a job's place in its set. That of a closing record is no number. */
function placeOf({id, index, closing, last = 0, nth = 0}: Partial<JobSet> = {}): Pick<
  CaptureSummary,
  'set' | 'index' | 'closed'
> {
  const place = closing ? {closed: {last, nth, shots: closing}} : {...(index && {index})};
  return {...(id && {set: id}), ...place};
}

/** An attempt without a network asks nobody: what is shown of it does not change for a moment. */
function isEditable(record: CaptureRecord, {isOnline}: Circumstances): boolean {
  const job = intended(record);
  const {state} = job;
  return mayChangeMetadata(job) || (state.name === 'sealing' && !state.asked && !isOnline);
}

function progressOf(record: CaptureRecord, circumstances: Circumstances): CaptureProgress {
  const why = whyUnsealed(record, circumstances);
  switch (why.name) {
    case 'sealed':
      return deliveryOf(why.state, record, circumstances);
    case 'held':
      return why;
    case 'failed':
      return {name: 'failed', failure: reasonOf(why.failure)};
    case 'sealing':
      return {name: 'sealing'};
    case 'withheld':
    case 'other-account':
    case 'no-credentials':
    case 'waiting': {
      const {failure, dueAt} = why.wait;
      if (!failure) return {name: 'waiting'};
      const willRetryAt = isRetryable(failure.code) &&
        dueAt !== undefined && {willRetryAt: new Date(dueAt).toISOString()};
      return {name: 'waiting', failure: reasonOf(failure), ...willRetryAt};
    }
  }
}

/** Progress of a sealed capture. */
function deliveryOf(
  state: Extract<Job['state'], {sealedAt: string}>,
  record: CaptureRecord,
  {present}: Circumstances,
): CaptureProgress {
  const {activity, reported} = record;
  const {name, sealedAt} = state;
  switch (name) {
    case 'sealed': {
      const receiver = present.receiverOf(record);
      const isToSend = receiver && sends(receiver) && ({isToSend: true} as const);
      return {name: activity.name === 'in-use' ? 'delivering' : name, sealedAt, ...isToSend};
    }
    case 'delivering': {
      const {failure, dueAt} = state;
      if (activity.name === 'sending') {
        const {sent, total} = activity;
        return {name, sealedAt, sent, total};
      }
      if (!failure) return {name, sealedAt, sent: 0};
      const willRetryAt = dueAt < Infinity && {willRetryAt: new Date(dueAt).toISOString()};
      const isReported = failure.code !== 'network_failed' && reported?.includes(name);
      return {
        name,
        sealedAt,
        failure: reasonOf(failure),
        ...willRetryAt,
        ...(isReported && {isReported}),
      };
    }
    case 'delivered': {
      const {deliveredAt, keptUntil, isSent, location} = state;
      const until = keptUntil && {keptUntil: new Date(keptUntil).toISOString()};
      return {
        name,
        sealedAt,
        deliveredAt,
        ...(isSent && {uploaded: isSent}),
        ...(location && {location}),
        ...until,
      };
    }
  }
}

export const reasonOf = ({code, message, status}: Failure): FailureReason => ({
  code,
  message,
  status,
  retryable: isRetryable(code),
});

/** What the page itself says of a capture: its tags, its shot, the element that made it, that it was chosen, and the job that it closes. */
export const ownWords = ({
  metadata: {tags, features, imported},
  source,
  set,
}: Pick<Job, 'metadata' | 'source' | 'set'>): Pick<
  CaptureSummary,
  'tags' | 'source' | 'shot' | 'imported' | 'closes'
> => ({
  ...(imported && {imported}),
  ...(tags && {tags}),
  ...(source?.id && {source: source.id}),
  ...(features?.shot?.id && {shot: features.shot.id}),
  ...(set?.closing && {closes: set.job}),
});
