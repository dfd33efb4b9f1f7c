import {html, type TemplateResult} from 'lit';
import type {CaptureProgress, CaptureSummary} from '../../core/queue/queue-client.js';
import {isUnreached} from '../../model/errors.js';
import {checkIcon, clockIcon, exclamationIcon, ringIcon} from '../icons.js';
import type {Standing} from '../strings/states.js';
import type {Localize} from '../strings/localize.js';

/** Failures that pass by themselves when the network comes back. */
export const isOffline = (progress: CaptureProgress): boolean =>
  progress.name === 'waiting' && isUnreached(progress.failure?.code);

/** The page has to give credentials, mostly once the person has logged in. */
export const lacksAccess = (progress: CaptureProgress): boolean =>
  progress.name === 'waiting' && progress.failure?.code === 'credentials_missing';

/** The page's own people have to correct a setting. */
export const isMisconfigured = (progress: CaptureProgress): boolean =>
  progress.name === 'waiting' && progress.failure?.code === 'configuration_invalid';

/** Stored, and not sealed before a worker can be run. */
export const lacksWorker = (progress: CaptureProgress): boolean =>
  progress.name === 'waiting' && progress.failure?.code === 'worker_unavailable';

/** Sealed, and to be sent to the page's own storage: on its way, waiting, or in need of a person. */
export const isToUpload = (progress: CaptureProgress): boolean =>
  progress.name === 'delivering' && (progress.failure !== undefined || progress.sent !== undefined);

/** How it stands, as people are told. */
export function standingOf(progress: CaptureProgress): Standing {
  switch (progress.name) {
    case 'held':
      return progress.awaits ? 'awaits-plate' : 'held';
    case 'waiting':
      if (!progress.failure) return 'sealing';
      if (isMisconfigured(progress)) return 'misconfigured';
      // Nothing comes by itself.
      if (!progress.failure.retryable) return 'held';
      return isOffline(progress) ? 'waiting' : 'delayed';
    case 'sealed':
      return 'sealed';
    case 'delivering':
      if (progress.total) return 'delivering';
      return isToUpload(progress) ? 'undelivered' : 'sealed';
    case 'delivered':
      return progress.uploaded ? 'uploaded' : 'sealed';
    case 'sealing':
    case 'failed':
      return progress.name;
  }
}

const arc = () => html`<i class="arc"></i>`;

/** What it looks like, and the picture for it. */
const marks: Record<Standing, [state: Standing, icon: () => TemplateResult]> = {
  held: ['held', ringIcon],
  misconfigured: ['waiting', exclamationIcon],
  'awaits-plate': ['held', ringIcon],
  sealing: ['sealing', arc],
  waiting: ['waiting', clockIcon],
  delayed: ['waiting', clockIcon],
  sealed: ['sealed', checkIcon],
  delivering: ['sealed', checkIcon],
  undelivered: ['sealed', checkIcon],
  uploaded: ['sealed', checkIcon],
  failed: ['failed', exclamationIcon],
};

export type Mark = ReturnType<typeof markOf>;

/** How a capture stands, as a mark and as words; the title tells when it was made, and apart, when it was sealed. */
export function markOf({progress, mode, capturedAt}: CaptureSummary, say: Localize) {
  const standing = standingOf(progress);
  const [state, icon] = marks[standing];
  const label = say.term('captureStands', standing, mode);
  const time = (at: string) => say.date(at, {dateStyle: 'medium', timeStyle: 'long'});
  const sealed = 'sealedAt' in progress ? time(progress.sealedAt) : '';
  const title = `${label}\n${say.term('captureTimes', time(capturedAt), sealed, mode)}`;
  return {standing, state, icon: icon(), label, title};
}
