import {html, type TemplateResult} from 'lit';
import {VERSION} from '@sealed-capture/seal/model/version.js';
import type {View} from '../../metadata/view.js';
import {listedName} from '../intake/file-row.js';
import type {Gathered} from './case-gathered.js';
import type {CaseNotes} from './case-notes.js';
import {
  foreign,
  renderFact,
  renderHash,
  renderTrustLists,
  verifiersOf,
} from './case-report-facts.js';

const methods = ['hash', 'signature', 'chain', 'time', 'revocation'] as const;

/** The last page: how the files were checked, for a person to sign. */
export function renderRecord({
  notes,
  files,
  trustLists,
  view,
}: Gathered & {notes: CaseNotes; view: View}): TemplateResult {
  const {term, localize, format} = view;
  const line = html`<span class="line"></span>`;
  return html`<section class="record">
    <h2>${localize.term('recordTitle')}</h2>
    <dl class="facts">
      ${renderFact(localize.term('caseNumber'), foreign(notes.caseNumber))}
      ${renderFact(localize.term('recordWhat'), localize.term('recordWhatIs'))}
      ${renderFact(
        localize.term('recordHow'),
        html`<ul>
          ${methods.map((method) => html`<li>${localize.term('recordMethod', method)}</li>`)}
        </ul>`,
      )}
      ${renderFact(
        localize.term('recordSoftware'),
        html`<bdi>sealed-capture ${VERSION}</bdi> (${verifiersOf(files, view)})`,
      )}
      ${renderFact(localize.term('caseTrustLists'), renderTrustLists(files, trustLists, view))}
    </dl>
    <div class="prints">
      <h3>${localize.term('recordFingerprints')}</h3>
      <ol>
        ${files.map(
          ({entry, facts}, index) =>
            html`<li>
              <span
                >${format.number(index + 1, 0)}.
                <bdi>${listedName(entry.inspection, view)}</bdi></span
              >
              ${facts.name === 'read' ? renderHash(facts.facts.sha256) : term('fileUnreadable')}
            </li>`,
        )}
      </ol>
    </div>
    <dl class="facts to-sign">
      ${renderFact(localize.term('caseByName'), notes.checkedBy ? foreign(notes.checkedBy) : line)}
      ${renderFact(localize.term('caseByRole'), notes.role ? foreign(notes.role) : line)}
      ${renderFact(localize.term('recordPlace'), line)}
      ${renderFact(localize.term('recordDate'), line)}
      ${renderFact(localize.term('recordSignature'), line)}
    </dl>
    <p class="quiet">${localize.term('recordLaw')}</p>
  </section>`;
}
