import {html, nothing, type TemplateResult} from 'lit';
import type {SetReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import type {SetState} from '@sealed-capture/seal/model/inspection/set-state.js';
import {exclamationIcon} from '../../icons.js';
import {
  sealBrokenIcon,
  sealCheckIcon,
  sealClockIcon,
  sealExclamationIcon,
  sealQuestionIcon,
} from '../../later-icons.js';
import type {View} from '../../metadata/view.js';
import {renderMore} from '../verdict/confirmable.js';
import {renderPieces, type Piece, type ShowFile} from './pieces.js';
import {renderSetDetails} from './set-details.js';
import {wordsOf, type Judgement} from './set-words.js';

/** A different shape for each state. */
export const setIcons: Record<SetState | 'sandbox', () => TemplateResult> = {
  complete: sealCheckIcon,
  open: sealClockIcon,
  unconfirmed: sealQuestionIcon,
  incomplete: sealBrokenIcon,
  sandbox: sealExclamationIcon,
};

/** Remarks that are listed at once. */
const MOST_REMARKS = 20;

/** A complete set of a sandbox is never shown like one that is evidence. */
export const shownState = (state: SetState, isOfSandbox: boolean): SetState | 'sandbox' =>
  state === 'complete' && isOfSandbox ? 'sandbox' : state;

/** Renders the verdict on one set, and below it, folded, all that is known of the set. */
export function renderSetBand(
  set: SetReport,
  place: number,
  judgement: Judgement,
  show: ShowFile,
  view: View,
): TemplateResult {
  const {job, state, summary, why, remarks} = wordsOf(set, judgement, view);
  const isOfSandbox = set.why.includes('sandbox');
  const {localize, term} = view;
  const shown = shownState(state, isOfSandbox);
  const id = `set-${place}`;
  return html`<article class="set panel ${shown}" part="set" aria-labelledby=${id}>
    ${setIcons[shown]()}
    <div class="words">
      <h3 id=${id}><bdi>${job}</bdi></h3>
      <p class="sentence"><b class="state">${localize.term('setState', state)}</b> ${summary}</p>
      ${isOfSandbox ? html`<p class="of-sandbox">${exclamationIcon()}${term('sandboxSeal')}</p>` : nothing}
      ${why.map((sentence) => html`<p>${sentence}</p>`)} ${renderRemarks(remarks, show, view)}
    </div>
    <details>
      <summary>${localize.term('setDetails')}</summary>
      ${renderSetDetails(set, judgement, show, view)}
    </details>
  </article>`;
}

export function renderRemarks(remarks: readonly Piece[][], show: ShowFile | undefined, view: View) {
  if (remarks.length === 0) return nothing;
  return html`<ul class="set-remarks">
      ${remarks.slice(0, MOST_REMARKS).map((remark) => html`<li>${renderPieces(remark, show)}</li>`)}
    </ul>
    ${renderMore(remarks.length - MOST_REMARKS, view)}`;
}
