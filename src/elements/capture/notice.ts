import {html, nothing} from 'lit';
import type {CaptureSummary} from '../../core/protection.js';
import type {Mode} from '../../model/media-type.js';
import {clockIcon, exclamationIcon, retryIcon} from '../icons.js';
import type {Localize} from '../strings/localize.js';
import {isOffline} from './seal-state.js';

/** What is not sealed and will not be by itself, or waits for the network: also captures of earlier visits. */
export function renderNotice(
  captures: readonly CaptureSummary[],
  mode: Mode,
  say: Localize,
  retry: (captureId: string) => void,
) {
  const failed = captures.filter(({progress}) => progress.name === 'failed');
  const {length: offline} = captures.filter(({progress}) => isOffline(progress));
  const isFailed = failed.length > 0;
  if (!isFailed && !offline) return nothing;
  return html`<div class="notice" part="notice" data-state=${isFailed ? 'failed' : 'waiting'}>
    ${isFailed ? exclamationIcon() : clockIcon()}
    <span>
      ${
        isFailed
          ? say.term('captureAllFailed', failed.length, mode)
          : say.term('captureAllWaiting', offline, mode)
      }
    </span>
    ${
      isFailed
        ? html`<button
            part="retry"
            @click=${() => {
              for (const {captureId} of failed) retry(captureId);
            }}
          >
            ${retryIcon()}${say.term('captureTryAgain')}
          </button>`
        : nothing
    }
  </div>`;
}
