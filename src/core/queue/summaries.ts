import {isRetryable} from '../../model/errors.js';
import type {Failure, Job} from '../../model/job.js';
import type {CaptureProgress, CaptureSummary, FailureReason} from './queue-client.js';

/** For sorting. */
export const oldestFirst = (
  {capturedAt: a}: Pick<Job, 'capturedAt'>,
  {capturedAt: b}: Pick<Job, 'capturedAt'>,
): number => (a < b ? -1 : 1);

export const summaryOf = ({metadata, state, ...job}: Job): CaptureSummary => ({
  captureId: job.captureId,
  mode: job.mode,
  capturedAt: job.capturedAt,
  duration: job.duration,
  recovered: job.recovered,
  progress: progressOf(state),
  licensePlateInfo: metadata.features?.licensePlateInfo,
});

function progressOf(state: Job['state']): CaptureProgress {
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
      return {name: 'sealed', sealedAt: state.sealedAt};
    case 'failed':
      return {name: 'failed', failure: reasonOf(state.failure)};
  }
}

const reasonOf = ({code, message, status}: Failure): FailureReason => ({
  code,
  message,
  status,
  retryable: isRetryable(code),
});
