import {nothing} from 'lit';
import type {CaptureProgress, CaptureSummary} from '../../../core/queue/queue-client.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {exclamationIcon} from '../../icons.js';
import type {Options} from '../../options/configuration.js';
import type {Localize} from '../../strings/localize.js';
import {isMisconfigured, isToUpload} from '../seal-state.js';
import type {RenderLine} from './upload-notice.js';

/** True if the page has to supply credentials, usually after the person has logged in. */
const lacksAccess = (progress: CaptureProgress): boolean =>
  progress.name === 'waiting' && progress.failure?.code === 'credentials_missing';

/** True for a capture that is stored, and cannot be sealed before a worker can be run. */
const lacksWorker = (progress: CaptureProgress): boolean =>
  progress.name === 'waiting' && progress.failure?.code === 'worker_unavailable';

/** What the notice about captures that wait needs of its element. */
export interface WaitingNotice {
  mode: Mode;
  /** Say whether the page has set credentials. */
  options: Options;
  /** The element's own terms, and those of failures. */
  say: Localize;
  ours: Localize;
  retry: (captureId: string) => void;
  notice: RenderLine;
  /** The notice about the network, or the service; `nothing` if both answer. */
  unanswered: unknown;
  /** The notice about what will keep captures from being sealed. */
  problem: () => unknown;
  /** The notice about files that are not uploaded. */
  upload: (undone: readonly CaptureSummary[]) => unknown;
}

/** The notice about captures that wait, the most important reason first; `nothing` without any. */
export function renderWaiting(
  captures: readonly CaptureSummary[],
  {mode, options, say, ours, retry, notice, unanswered, problem, upload}: WaitingNotice,
) {
  const {apiKey, protection} = options;
  const count = (is: (progress: CaptureProgress) => boolean): number =>
    captures.filter(({progress}) => is(progress)).length;
  const line = (text: string, again?: () => void) =>
    notice('waiting', exclamationIcon(), text, say, again);
  const unlet = count(lacksAccess);
  // Where nobody can log in, captures do not wait for that.
  const misconfigured = count(isMisconfigured) + ((apiKey ?? protection) ? 0 : unlet);
  if (misconfigured) return line(say.term('captureMisconfigured', misconfigured, mode));
  const expected = problem();
  if (expected) return expected;
  if (unanswered !== nothing) return unanswered;
  if (unlet) return line(ours.term('captureNoAccess', unlet, mode));
  const idle = captures.filter(({progress}) => lacksWorker(progress));
  if (idle.length > 0) {
    return line(ours.term('captureNotSealedYet', idle.length, mode), () => {
      for (const {captureId} of idle) retry(captureId);
    });
  }
  const undone = captures.filter(({progress}) => isToUpload(progress));
  return undone.length > 0 ? upload(undone) : nothing;
}
