import {html, nothing, type TemplateResult} from 'lit';
import type {CaptureSummary, StorageState} from '../../core/queue/queue-client.js';
import type {Mode} from '../../model/media-type.js';
import {clockIcon, exclamationIcon, retryIcon} from '../icons.js';
import type {Localize} from '../strings/localize.js';
import {isOffline, lacksAccess} from './seal-state.js';

/**
 * What is not sealed and will not be by itself, or waits for the network or for the person: also captures of earlier visits. Before it,
 * that storage runs out.
 */
export function renderNotice(
  captures: readonly CaptureSummary[],
  storage: StorageState | undefined,
  mode: Mode,
  say: Localize,
  retry: (captureId: string) => void,
) {
  const failed = captures.filter(({progress}) => progress.name === 'failed');
  const {length: offline} = captures.filter(({progress}) => isOffline(progress));
  const {length: unlet} = captures.filter(({progress}) => lacksAccess(progress));
  const notice = (state: string, icon: TemplateResult, text: string, button?: TemplateResult) =>
    html`<div class="notice" part="notice" data-state=${state}>
      ${icon}<span>${text}</span>${button}
    </div>`;
  return [
    storage?.isLow
      ? notice('waiting', exclamationIcon(), say.term('captureStorageLow', mode))
      : nothing,
    failed.length
      ? notice(
          'failed',
          exclamationIcon(),
          say.term('captureAllFailed', failed.length, mode),
          html`<button
            part="retry"
            @click=${() => {
              for (const {captureId} of failed) retry(captureId);
            }}
          >
            ${retryIcon()}${say.term('captureTryAgain')}
          </button>`,
        )
      : offline
        ? notice('waiting', clockIcon(), say.term('captureAllWaiting', offline, mode))
        : unlet
          ? notice('waiting', exclamationIcon(), say.term('captureNoAccess', unlet, mode))
          : nothing,
  ];
}
