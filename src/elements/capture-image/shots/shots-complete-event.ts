import type {ShotProgress, ShotsCompleteDetail} from './shot.js';

/**
 * Dispatched when no shot is open any more, and again after a retake. Like the element's other events, it has its
 * fields both on `detail` and on itself; it shares no code with them, because it is loaded later.
 */
export class ShotsCompleteEvent
  extends CustomEvent<ShotsCompleteDetail>
  implements ShotsCompleteDetail
{
  readonly mode: 'image';
  readonly shots: readonly ShotProgress[];

  constructor(detail: ShotsCompleteDetail) {
    super('shots-complete', {detail, bubbles: true, composed: true});
    this.mode = detail.mode;
    this.shots = detail.shots;
  }
}
