import {html, nothing} from 'lit';
import type {StorageState} from '../../../core/queue/queue-client.js';
import {crossIcon} from '../../later-icons.js';
import type {Localize} from '../../strings/localize.js';
import type {PhotoSelection} from './selection.js';
import {sizeText} from './size-text.js';
import type {Spoken} from './spoken.js';

/** What is needed to render the list of all photos. */
export interface Listed {
  count: number;
  /** Undefined if the browser does not report it. */
  storage?: StorageState;
  rows: HTMLElement;
  selection: PhotoSelection;
  /** The rendered notice about the last deletion, which can be undone. */
  undo: unknown;
  spoken: Spoken;
}

/** Renders the dialog's content. */
export function renderList(listed: Listed, close: () => void, say: Localize) {
  const {count, storage, rows, selection, undo, spoken} = listed;
  return html`<header class="top">
      <div>
        <h2 id="photos-title">
          ${selection.isOn ? selection.text : say.term('viewerCount', count)}
        </h2>
        ${
          storage
            ? html`<p class="quiet">
                ${say.term('viewerRoom', sizeText(storage.used, say), sizeText(storage.left, say))}
              </p>`
            : nothing
        }
      </div>
      <button class="select" part="photos-select" @click=${selection.toggle}>
        ${say.term(selection.isOn ? 'viewerSelectEnd' : 'viewerSelect')}
      </button>
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
    ${spoken.render()}${undo}${selection.render()}`;
}
