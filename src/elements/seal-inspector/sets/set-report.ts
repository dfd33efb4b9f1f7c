import {html, nothing, type TemplateResult} from 'lit';
import type {SetReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import type {View} from '../../metadata/view.js';
import {FIRST} from '../more.js';
import {renderMore} from '../verdict/confirmable.js';
import {renderPieces} from './pieces.js';
import {renderRemarks, setIcons, shownState} from './set-band.js';
import {renderSetDetails} from './set-details.js';
import {jobOf, remarksOnOthers, wordsOf, type Judgement} from './set-words.js';

/** Renders the verdict on each set for a report on paper. */
export function renderSetsInReport(judgement: Judgement, view: View): TemplateResult {
  const {localize} = view;
  const others = remarksOnOthers(judgement, view);
  const {sets} = judgement.report;
  return html`<section class="sets">
    <h2>${localize.term('setsTitle')}</h2>
    <p class="quiet">${localize.term('setReportAll', judgement.files.byName.size)}</p>
    ${sets.slice(0, FIRST).map((set) => renderSet(set, judgement, view))}
    ${renderMore(sets.length - FIRST, view)}
    ${
      others.length === 0
        ? nothing
        : html`<h3>${localize.term('setOthers', others.length)}</h3>
            <ul class="remarks">
              ${others.map((remark) => html`<li>${renderPieces(remark)}</li>`)}
            </ul>`
    }
  </section>`;
}

function renderSet(set: SetReport, judgement: Judgement, view: View): TemplateResult {
  const {job, state, summary, why, remarks} = wordsOf(set, judgement, view);
  const isOfSandbox = set.why.includes('sandbox');
  return html`<article class="set">
    <h3><bdi>${job}</bdi></h3>
    <p class="state">
      ${setIcons[shownState(state, isOfSandbox)]()}<span
        ><b>${view.localize.term('setState', state)}</b> ${summary}</span
      >
    </p>
    ${isOfSandbox ? html`<p class="of-sandbox">${view.term('sandboxSeal')}</p>` : nothing}
    ${why.map((sentence) => html`<p>${sentence}</p>`)} ${renderRemarks(remarks, undefined, view)}
    ${renderSetDetails(set, judgement, undefined, view)}
  </article>`;
}

/** The verdict on each set in one line, for the record that a person signs. */
export function setLines(judgement: Judgement, view: View): TemplateResult[] {
  const {sets} = judgement.report;
  const lines = sets.slice(0, FIRST).map((set) => {
    const {state, summary} = wordsOf(set, judgement, view);
    return html`<bdi>${jobOf(set, view)}</bdi>: ${view.localize.term('setState', state)}.
      ${summary}.`;
  });
  const more = sets.length - FIRST;
  return more > 0 ? [...lines, html`${view.localize.term('andMore', more, false)}`] : lines;
}
