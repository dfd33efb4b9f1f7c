import {html, type TemplateResult} from 'lit';
import type {CaptureProgress, CaptureSummary} from '../../core/queue/queue-client.js';
import {isUnreached} from '@sealed-capture/seal/model/errors.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {checkIcon, clockIcon, exclamationIcon, ringIcon} from '../icons.js';
import type {Standing} from '../strings/states.js';
import type {Localize} from '../strings/localize.js';

/** True for a capture that waits for the network, or for the service to answer. */
export const isUnanswered = (progress: CaptureProgress): boolean =>
  progress.name === 'waiting' && isUnreached(progress.failure?.code);

/** What the captures wait for that are not answered; empty if there are none. */
export function unansweredText(
  captures: readonly CaptureSummary[],
  mode: Mode,
  say: Localize,
): string {
  const unanswered = captures.filter(({progress}) => isUnanswered(progress));
  const {length} = unanswered;
  // A person can often do something about a missing network, and nothing about a silent service.
  const isOffline = unanswered.some(({progress}) => standingOf(progress) === 'waiting');
  return length
    ? say.term(isOffline ? 'captureAllWaiting' : 'captureAllUnanswered', length, mode)
    : '';
}

/** True if the page has to supply credentials, usually after the person has logged in. */
export const lacksAccess = (progress: CaptureProgress): boolean =>
  progress.name === 'waiting' && progress.failure?.code === 'credentials_missing';

/** True if the owner of the page has to correct a setting, of the page or of the service. */
export const isMisconfigured = (progress: CaptureProgress): boolean => {
  const code = progress.name === 'waiting' ? progress.failure?.code : undefined;
  return code === 'configuration_invalid' || code === 'origin_not_allowed';
};

/** True for a capture that is stored, and cannot be sealed before a worker can be run. */
export const lacksWorker = (progress: CaptureProgress): boolean =>
  progress.name === 'waiting' && progress.failure?.code === 'worker_unavailable';

/**
 * True for a sealed file that is to be sent to the page's own storage: in progress, waiting, or in need of a
 * person.
 */
export const isToUpload = (
  progress: CaptureProgress,
): progress is CaptureProgress & {name: 'delivering'} =>
  progress.name === 'delivering' && (progress.failure ?? progress.sent) !== undefined;

/** The state of a capture as it is shown to people. */
export function standingOf(progress: CaptureProgress): Standing {
  switch (progress.name) {
    case 'held':
      return progress.awaits === 'license-plate' ? 'awaits-plate' : 'held';
    case 'waiting':
      if (!progress.failure) return 'sealing';
      if (isMisconfigured(progress)) return 'misconfigured';
      // Nothing is retried automatically.
      if (!progress.failure.retryable) return 'held';
      if (progress.failure.code === 'network_failed') return 'waiting';
      return isUnanswered(progress) ? 'unanswered' : 'delayed';
    case 'sealed':
    case 'delivering':
      if (progress.isToSend) return 'undelivered';
      if (!isToUpload(progress)) return 'sealed';
      if (progress.total) return 'delivering';
      // The same rule as in `undeliveredFailure`; a common module would make what is loaded at once larger.
      return !progress.failure || (progress.willRetryAt && !progress.isReported)
        ? 'undelivered'
        : 'not-uploaded';
    case 'delivered':
      return progress.uploaded ? 'uploaded' : 'sealed';
    default:
      return progress.name;
  }
}

const arc = () => html`<i class="arc"></i>`;

/** State and icon for each. A file that is to be uploaded gets its tick when it is. */
const marks: Record<Standing, [state: Standing, icon: () => TemplateResult]> = {
  held: ['held', ringIcon],
  misconfigured: ['waiting', exclamationIcon],
  'awaits-plate': ['held', ringIcon],
  sealing: ['sealing', arc],
  waiting: ['waiting', clockIcon],
  unanswered: ['waiting', clockIcon],
  delayed: ['waiting', clockIcon],
  sealed: ['sealed', checkIcon],
  delivering: ['sealing', arc],
  undelivered: ['waiting', clockIcon],
  'not-uploaded': ['failed', exclamationIcon],
  uploaded: ['sealed', checkIcon],
  failed: ['failed', exclamationIcon],
};

/** How a state is shown: the kind of mark, and its icon. */
export function iconOf(standing: Standing) {
  const [state, icon] = marks[standing];
  return {state, icon: icon()};
}

export type Mark = ReturnType<typeof markOf>;

/**
 * The state of a capture as a mark and as words. The title says when it was made and, separately, when it was
 * sealed.
 */
export function markOf({progress, mode, capturedAt}: CaptureSummary, say: Localize) {
  const standing = standingOf(progress);
  const label = say.term('captureStands', standing, mode);
  const sealed = 'sealedAt' in progress ? say.time(progress.sealedAt) : '';
  const title = `${label}\n${say.term('captureTimes', say.time(capturedAt), sealed, mode)}`;
  return {standing, ...iconOf(standing), label, title};
}
