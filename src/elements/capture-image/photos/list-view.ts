import {html, nothing} from 'lit';
import type {StorageState} from '../../../core/queue/queue-client.js';
import {crossIcon} from '../../later-icons.js';
import type {Localize} from '../../strings/localize.js';
import {sizeText} from './size-text.js';

/** All photos, as the list shows them. */
export interface Listed {
  count: number;
  /** Undefined where the browser does not report it. */
  storage?: StorageState;
  rows: HTMLUListElement;
  /** What was deleted just now and can be taken back. */
  undo: unknown;
  announcement: string;
}

/** The dialog's content. */
export function renderList(listed: Listed, close: () => void, say: Localize) {
  const {count, storage, rows, undo, announcement} = listed;
  return html`<header class="top">
      <div>
        <h2 id="photos-title">${say.term('viewerCount', count)}</h2>
        ${
          storage
            ? html`<p class="quiet">
                ${say.term('viewerRoom', sizeText(storage.used, say), sizeText(storage.left, say))}
              </p>`
            : nothing
        }
      </div>
      <button
        class="round"
        part="photos-close"
        aria-label=${say.term('viewerClose')}
        @click=${close}
      >
        ${crossIcon()}
      </button>
    </header>
    ${storage?.isLow ? html`<p class="low">${say.term('viewerFreeRoom')}</p>` : nothing}
    <div class="scroll">${rows}</div>
    ${undo}
    <div class="visually-hidden" role="status">${announcement}</div>`;
}
