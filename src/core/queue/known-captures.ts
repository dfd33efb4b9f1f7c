import {isRetryable} from '../../model/errors.js';
import type {Failure, Job, JobState} from '../../model/job.js';
import type {CaptureProgress, CaptureSummary, FailureReason} from './queue-client.js';

/** One capture as this page last knew it. */
export interface Known<Connection> {
  readonly job: Job;
  /** Who made it, while it is still there. */
  readonly maker?: Connection;
  readonly unkept?: Unkept;
  /** The raw media of one that is kept in the worker's memory alone, and would go with it. */
  readonly spare?: Blob;
}

/** A capture that could be kept nowhere, and is therefore told as failed. */
export interface Unkept {
  /** The raw media. */
  blob: Blob;
  /** What it goes on with once it can be kept. */
  state: JobState;
}

/** The job as it would be if it could be kept. */
export const intended = ({job, unkept}: Known<unknown>): Job =>
  unkept ? {...job, state: unkept.state} : job;

const FRAME_MS = 16;

/** What this page knows of its captures; sealed ones stay for the visit, without their manifests. */
export class KnownCaptures<Connection> {
  readonly #known = new Map<string, Known<Connection>>();
  readonly #forgotten = new Set<string>();
  readonly #onChange: () => void;
  #isTold = true;
  /** Another one after each change. */
  version = 0;

  /** `onChange` is called soon after a change, once for all that come together: a drain changes thousands. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get(captureId: string): Known<Connection> | undefined {
    return this.#known.get(captureId);
  }

  /** As they are now, whatever becomes of them meanwhile. */
  get all(): Known<Connection>[] {
    return [...this.#known.values()];
  }

  /** Keeps what was known beside the job. */
  set(job: Job, further: Omit<Known<Connection>, 'job'> = {}): void {
    if (this.#forgotten.has(job.captureId)) return;
    this.#known.set(job.captureId, {...this.#known.get(job.captureId), ...further, job});
    this.changed();
  }

  delete(captureId: string): void {
    if (this.#known.delete(captureId)) this.changed();
  }

  changed(): void {
    this.version++;
    if (!this.#isTold) return;
    this.#isTold = false;
    setTimeout(() => {
      this.#isTold = true;
      this.#onChange();
    }, FRAME_MS);
  }

  /** For good: what was read from storage before does not bring it back. */
  forget(captureId: string): void {
    this.#forgotten.add(captureId);
    this.delete(captureId);
  }
}

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
