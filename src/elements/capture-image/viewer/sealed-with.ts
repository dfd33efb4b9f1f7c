import {html} from 'lit';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import {ordered} from '../../capture/contents/contents-list.js';
import {crossIcon} from '../../later-icons.js';
import {cardsOf} from '../../metadata/cards.js';
import {renderRow} from '../../metadata/rows.js';
import {viewFor} from '../../metadata/view.js';
import type {Localize} from '../../strings/localize.js';

/** Renders what a photo is sealed with, in the order of the list before the shutter is pressed. */
export function renderSealedWith(metadata: CaptureMetadata, close: () => void, say: Localize) {
  const view = viewFor(say, (reason) => say.term('captureUnavailable', reason));
  const {cards} = cardsOf(ordered, {...metadata}, view);
  return html`<section
    id="sealed-with"
    class="contents sealed-with"
    tabindex="0"
    aria-labelledby="sealed-with-title"
  >
    <button class="close" aria-label=${say.term('viewerContentsClose')} @click=${close}>
      ${crossIcon()}
    </button>
    <h3 id="sealed-with-title">${say.term('viewerContents')}</h3>
    ${cards.length === 0 ? html`<p class="quiet">${say.term('viewerNoContents')}</p>` : ''}
    ${cards.map(
      ({title, rows}) =>
        html`<h4>${title}</h4>
          <dl>${rows.map((row) => renderRow(row, view))}</dl>`,
    )}
  </section>`;
}
