import {isRetryable, isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import type {CaptureRecord, Obstacle} from './store/ledger.js';
import {awaitsReview, type Failure, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {CaptureProgress, CaptureSummary, FailureReason} from './queue-client.js';

/** Compares two captures for sorting, oldest first. */
export const oldestFirst = (
  {capturedAt: a}: Pick<Job, 'capturedAt'>,
  {capturedAt: b}: Pick<Job, 'capturedAt'>,
): number => (a < b ? -1 : 1);

/**
 * The job as displayed among others. When one job failed for lack of a network, all that wait at its endpoint are
 * shown as waiting for the network. The others show what keeps this page from sealing anything.
 */
export function seenAmong(jobs: readonly Job[], obstacle?: Obstacle): (job: Job) => Job {
  const unanswered = new Map<string, Pick<Waiting, 'failure' | 'dueAt'>>();
  for (const {endpoint, state} of jobs) {
    if (state.name !== 'waiting' || !isUnanswered(state.failure?.code)) continue;
    unanswered.set(endpoint, {failure: state.failure, dueAt: state.dueAt});
  }
  return (job) => {
    const {endpoint, state} = job;
    if (state.name !== 'waiting' || state.failure) return job;
    const {failure, dueAt} = unanswered.get(endpoint) ?? obstacle ?? state;
    return {...job, state: {...state, failure, dueAt}};
  };
}

type Waiting = Extract<Job['state'], {name: 'waiting'}>;

export const summaryOf = (record: CaptureRecord): CaptureSummary => {
  const {captureId, mode, capturedAt, duration, recovered, metadata} = record.job;
  return {
    captureId,
    mode,
    capturedAt,
    duration,
    recovered,
    progress: progressOf(record),
    ...ownWords(record.job),
    licensePlateInfo: metadata.features?.licensePlateInfo,
  };
};

function progressOf({job, media, activity, reported}: CaptureRecord): CaptureProgress {
  // A capture that is stored nowhere is asked about all the same; that it has failed is said once it is used.
  const state = media.name === 'nowhere' && awaitsReview(media.state) ? media.state : job.state;
  switch (state.name) {
    case 'held':
      return state;
    case 'sealing':
      return {name: 'sealing'};
    case 'waiting':
      return {
        name: 'waiting',
        ...(state.failure && {
          failure: reasonOf(state.failure),
          ...(isRetryable(state.failure.code) && {
            willRetryAt: new Date(state.dueAt).toISOString(),
          }),
        }),
      };
    case 'sealed':
      return {
        name: activity.name === 'handed' ? 'delivering' : 'sealed',
        sealedAt: state.sealedAt,
      };
    case 'delivering': {
      const {name, sealedAt, failure, dueAt} = state;
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
      const {name, sealedAt, deliveredAt, keptUntil, isSent} = state;
      const until = keptUntil && {keptUntil: new Date(keptUntil).toISOString()};
      return {name, sealedAt, deliveredAt, ...(isSent && {uploaded: isSent}), ...until};
    }
    case 'failed':
      return {name: 'failed', failure: reasonOf(state.failure)};
  }
}

export const reasonOf = ({code, message, status}: Failure): FailureReason => ({
  code,
  message,
  status,
  retryable: isRetryable(code),
});

/** What the page itself says of a capture: its tags, its shot, and the element that made it. */
export const ownWords = ({
  metadata: {tags, features},
  source,
}: Pick<Job, 'metadata' | 'source'>): Pick<CaptureSummary, 'tags' | 'source' | 'shot'> => ({
  ...(tags && {tags}),
  ...(source?.id && {source: source.id}),
  ...(features?.shot?.id && {shot: features.shot.id}),
});
