import type {CaptureProgress, CaptureSummary} from '../../core/queue/queue-client.js';
import {isUnreached} from '@sealed-capture/seal/model/errors.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
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

/** True if the owner of the page has to correct a setting, of the page or of the service. */
export const isMisconfigured = (progress: CaptureProgress): boolean => {
  const code = progress.name === 'waiting' ? progress.failure?.code : undefined;
  return code === 'configuration_invalid' || code === 'origin_not_allowed';
};

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
