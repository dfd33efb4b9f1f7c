import {html, nothing, type TemplateResult} from 'lit';
import type {CaptureSummary, StorageState} from '../../core/queue/queue-client.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {clockIcon, exclamationIcon, retryIcon} from '../icons.js';
import type {LatePart} from '../late-part.js';
import type {Localize} from '../strings/localize.js';
import type {Failures} from './failures/failures.js';
import {unansweredText} from './seal-state.js';

/** Renders one line, with a button if a retry may help. */
export const notice = (
  state: 'failed' | 'waiting',
  icon: TemplateResult,
  text: unknown,
  say: Localize,
  again?: () => void,
) =>
  html`<div class=${again ? 'notice wraps' : 'notice'} part="notice" data-state=${state}>
    ${icon}<span>${text}</span>
    ${
      again
        ? html`<button class="retry" @click=${again}>
            ${retryIcon()}${say.term('captureTryAgain')}
          </button>`
        : nothing
    }
  </div>`;

/** The notice that a part of the element could not be loaded, with a button that loads it. */
export const partNotice = (text: string, part: Pick<LatePart<object>, 'load'>, say: Localize) =>
  notice('waiting', exclamationIcon(), text, say, () => void part.load());

/**
 * The notice about captures, also of earlier visits, that need attention, or wait for the network, the service or the
 * person. Low storage has priority. `failures`, loaded later, renders the reasons, and everything else that captures may wait
 * for; `album`, if it is loaded, offers to free storage. `all`: also captures of which the element shows the reason elsewhere;
 * those that are unanswered are counted, as in the announcement.
 */
export function renderNotice(
  known: readonly CaptureSummary[],
  storage: StorageState | undefined,
  mode: Mode,
  say: Localize,
  retry: (captureId: string) => void,
  failures?: Failures,
  album?: {renderLow(text: string): TemplateResult | undefined},
  all = known,
) {
  // The notice with “Undo” is about captures that are to be deleted.
  const stays = ({captureId}: CaptureSummary) => !failures?.isGoing(captureId);
  const captures = known.filter(stays);
  const failed = captures.filter(({progress}) => progress.name === 'failed');
  const text = unansweredText(all.filter(stays), mode, say);
  const unanswered = text ? notice('waiting', clockIcon(), text, say) : nothing;
  const line = () => {
    if (!failed.length)
      return failures?.renderWaiting(captures, unanswered, say, notice) ?? unanswered;
    if (failures) return nothing;
    return notice(
      'failed',
      exclamationIcon(),
      say.term('captureAllFailed', failed.length, mode),
      say,
      () => {
        for (const {captureId} of failed) retry(captureId);
      },
    );
  };
  const low = say.term('captureStorageLow', mode);
  return [
    storage?.isLow
      ? (album?.renderLow(low) ?? notice('waiting', exclamationIcon(), low, say))
      : nothing,
    failures?.render(captures) ?? nothing,
    line(),
  ];
}
