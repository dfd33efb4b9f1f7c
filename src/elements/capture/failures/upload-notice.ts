import type {TemplateResult} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {Mode} from '../../../model/media-type.js';
import {clockIcon, exclamationIcon} from '../../icons.js';
import type {Localize} from '../../strings/localize.js';

/** Renders one line, with a button if a retry may help. */
export type RenderLine = (
  state: 'failed' | 'waiting',
  icon: TemplateResult,
  text: string,
  say: Localize,
  again?: () => void,
) => TemplateResult;

/** The notice about sealed files that are being uploaded, or are to be. Shared code of the elements is passed. */
export function renderUpload(
  undone: readonly CaptureSummary[],
  mode: Mode,
  say: Localize,
  retry: (captureId: string) => void,
  notice: RenderLine,
) {
  const refused = undone.filter(
    ({progress}) => 'failure' in progress && !('willRetryAt' in progress),
  );
  if (refused.length) {
    const text = say.term('captureNotUploaded', refused.length, mode);
    return notice('failed', exclamationIcon(), text, say, () => {
      for (const {captureId} of refused) retry(captureId);
    });
  }
  // Each file counts the same, because the sizes of waiting ones are unknown.
  const shares = undone.map(({progress}) =>
    progress.name === 'delivering' && progress.total ? (progress.sent ?? 0) / progress.total : 0,
  );
  const percent = Math.floor((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length);
  if (undone.some(({progress}) => 'total' in progress))
    return notice(
      'waiting',
      clockIcon(),
      say.term('captureUploading', undone.length, percent, mode),
      say,
    );
  return notice('waiting', clockIcon(), say.term('captureToUpload', undone.length, mode), say);
}
