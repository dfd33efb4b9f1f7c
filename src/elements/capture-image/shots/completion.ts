import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {isSealed} from '../../capture/files/listed.js';
import type {Localize} from '../../strings/localize.js';
import type {DeliveredShot, ShotProgress, SkippedShot} from './shot.js';

/** What has become of all photos that count. */
type Stage = 'taken' | 'sealed' | 'delivered';

/** What has become of a list of which no shot is open. */
export interface Completion {
  /** The last stage that all photos have reached. */
  stage: Stage;
  /** `confirmable`: everything is delivered, which the person may confirm. `underway`: the photos have another stage to reach. */
  end: 'underway' | 'reached' | 'confirmable';
  /** Number of shots with a photo. */
  done: number;
  skipped: readonly SkippedShot[];
  delivered: readonly DeliveredShot[];
}

/** Undefined while a shot is open. `isSent`: the page has sealed files sent to its own storage. */
export function completionOf(
  progress: readonly ShotProgress[],
  captures: readonly CaptureSummary[],
  isSent: boolean,
): Completion | undefined {
  const skipped: SkippedShot[] = [];
  const delivered: DeliveredShot[] = [];
  const photos: CaptureSummary[] = [];
  for (const {id: shot, state} of progress) {
    if (state.name === 'open') return undefined;
    if (state.name === 'skipped') {
      const {reason, words} = state;
      skipped.push({shot, reason, ...(words && {words})});
      continue;
    }
    const photo = captures.find(({captureId}) => captureId === state.captureIds[0]);
    if (!photo) continue;
    photos.push(photo);
    const {progress: reached} = photo;
    if (reached.name !== 'delivered') continue;
    // The page alone may have it, from before its storage was set.
    if (isSent && !reached.uploaded) continue;
    const {location} = reached;
    delivered.push({shot, captureId: photo.captureId, ...(location && {location})});
  }
  const {length: done} = photos;
  const isAllDelivered = delivered.length === done;
  const stage = stageOf(photos, isSent && isAllDelivered);
  const isEnd = done === 0 || stage === (isSent ? 'delivered' : 'sealed');
  const end = isEnd ? (isSent ? 'confirmable' : 'reached') : 'underway';
  return {stage, end, done, skipped, delivered};
}

function stageOf(photos: readonly CaptureSummary[], isDelivered: boolean): Stage {
  if (photos.length === 0 || !photos.every(isSealed)) return 'taken';
  return isDelivered ? 'delivered' : 'sealed';
}

/** Says how many shots have reached the stage, such as "7 of 8 taken · 1 skipped". */
export function summaryOf(completion: Completion | undefined, say: Localize): string {
  if (!completion) return '';
  const {stage, done, skipped} = completion;
  return say.term('shotsSummary', stage, done, done + skipped.length, skipped.length);
}
