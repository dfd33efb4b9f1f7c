import type {ShotProgress, ShotsCompleteDetail} from './shot.js';

/**
 * Each shot of the list is taken or skipped; again where one of them is retaken after that. Like the other events of the
 * element, it carries its fields both on `detail` and on itself; it shares no code with them, as it is loaded later.
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
