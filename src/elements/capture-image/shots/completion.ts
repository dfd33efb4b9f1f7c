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
  /** The photos, or the closing record, have another stage to reach. */
  isUnderway: boolean;
  /** The button “Done” is shown: the person may close the job, or confirm that everything is delivered. */
  isConfirmable: boolean;
  /** Id of the closing record, if the list is closed. */
  closing?: string;
  /** Number of photos that the closing record waits for, and that are not sealed without a person or the page. */
  unsealed?: number;
  /** The closing record could not be stored. */
  hasFailed?: boolean;
  /** The person has finished the list, of which nothing was captured. */
  isEmpty?: boolean;
  /** Number of shots with a photo. */
  done: number;
  skipped: readonly SkippedShot[];
  delivered: readonly DeliveredShot[];
}

/** The job that a list is for. */
interface JobNow {
  name: string;
  /** Its closing records, if the list is closed. The last one closed it. */
  records: readonly CaptureSummary[];
}

/**
 * Undefined while a shot is open. `isSent`: the page has sealed files sent to its own storage. With a job, it is underway until
 * all of its `captures` are there: also photos that were retaken, and those of no shot.
 */
export function completionOf(
  progress: readonly ShotProgress[],
  captures: readonly CaptureSummary[],
  isSent: boolean,
  job?: JobNow,
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
    if (!isThere(photo, isSent)) continue;
    const {location} = photo.progress;
    delivered.push({shot, captureId: photo.captureId, ...(location && {location})});
  }
  const {length: done} = photos;
  const isAllDelivered = delivered.length === done;
  const stage = stageOf(photos, isSent && isAllDelivered);
  const counts = {stage, done, skipped, delivered};
  const isEnd = done === 0 || stage === (isSent ? 'delivered' : 'sealed');
  if (!job) return {...counts, isUnderway: !isEnd, isConfirmable: isEnd && isSent};
  const {name, records} = job;
  const closing = records.at(-1)?.captureId;
  if (closing === undefined) return {...counts, isUnderway: !isEnd, isConfirmable: true};
  const ofJob = captures.filter((capture) => capture.job === name);
  const isUnderway =
    !isAllDelivered || ![...ofJob, ...records].every((capture) => isThere(capture, isSent));
  const {length: unsealed} = records.every(isSealed) ? [] : ofJob.filter(needsPerson);
  return {...counts, isUnderway, isConfirmable: false, closing, unsealed};
}

const needsPerson = ({progress: {name}}: CaptureSummary): boolean =>
  name === 'failed' || name === 'held';

type Delivered = CaptureSummary & {progress: {name: 'delivered'}};

/** True if the page has the file or, with `isSent`, its own storage: the page alone may have it from before that was set. */
const isThere = (capture: CaptureSummary, isSent: boolean): capture is Delivered =>
  capture.progress.name === 'delivered' && (!isSent || capture.progress.uploaded === true);

function stageOf(photos: readonly CaptureSummary[], isDelivered: boolean): Stage {
  if (photos.length === 0 || !photos.every(isSealed)) return 'taken';
  return isDelivered ? 'delivered' : 'sealed';
}

/** Says how many shots have reached the stage, such as "7 of 8 done · 1 skipped". */
export function summaryOf(completion: Completion | undefined, say: Localize): string {
  if (!completion) return '';
  const {stage, done, skipped} = completion;
  return say.term('shotsSummary', stage, done, done + skipped.length, skipped.length);
}

/** Says that the list is closed, or could not be; empty otherwise. */
export function closedOf(completion: Completion | undefined, say: Localize): string {
  if (completion?.hasFailed) return say.term('shotsNotClosed');
  if (completion?.isEmpty) return say.term('shotsNothing');
  if (!completion?.closing) return '';
  if (completion.unsealed) return say.term('shotsClosedOnce', completion.unsealed);
  return say.term('shotsClosed', completion.isUnderway ? 'underway' : 'there');
}
