import type {
  DeliveredShot,
  JobDoneDetail,
  ShotProgress,
  ShotsCompleteDetail,
  SkippedShot,
} from './shot.js';

// Like the element's other events, these have their fields both on `detail` and on themselves; they share no code with
// them, because they are loaded later.

/**
 * Dispatched once when no shot is open any more, and again after a retake; not after a reload of a list that was complete
 * before.
 */
export class ShotsCompleteEvent
  extends CustomEvent<ShotsCompleteDetail>
  implements ShotsCompleteDetail
{
  readonly mode: 'image';
  readonly shots: readonly ShotProgress[];
  readonly skipped: readonly SkippedShot[];

  constructor(detail: ShotsCompleteDetail) {
    super('shots-complete', {detail, bubbles: true, composed: true});
    this.mode = detail.mode;
    this.shots = detail.shots;
    this.skipped = detail.skipped;
  }
}

/**
 * Dispatched when the person has pressed “Done” and each shot is skipped, or its photo is delivered; for a job, all
 * photos of it that the element lists, and the closing record.
 */
export class JobDoneEvent extends CustomEvent<JobDoneDetail> implements JobDoneDetail {
  readonly mode: 'image';
  readonly shots: readonly ShotProgress[];
  readonly skipped: readonly SkippedShot[];
  readonly delivered: readonly DeliveredShot[];
  readonly closing?: string;

  constructor(detail: JobDoneDetail) {
    super('job-done', {detail, bubbles: true, composed: true});
    this.mode = detail.mode;
    this.shots = detail.shots;
    this.skipped = detail.skipped;
    this.delivered = detail.delivered;
    this.closing = detail.closing;
  }
}
