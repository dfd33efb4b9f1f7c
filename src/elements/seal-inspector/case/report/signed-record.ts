import {html, nothing, type TemplateResult} from 'lit';
import {VERSION} from '@sealed-capture/seal/model/version.js';
import type {View} from '../../../metadata/view.js';
import {listedName} from '../../intake/file-row.js';
import type {Gathered, ReportedFile} from '../case-gathered.js';
import type {CaseNotes} from '../case-notes.js';
import type {SetsInCase} from '../../sets/sets-view.js';
import {foreign, renderFact, renderHash, renderTrustLists} from './case-report-facts.js';
import {methods, methodsOf} from './made-checks.js';

/** The last page: how the files were checked, for a person to sign. It names only the checks that were made. */
export function renderRecord({
  notes,
  files,
  trustLists,
  sets,
  view,
}: Gathered & {notes: CaseNotes; sets?: SetsInCase; view: View}): TemplateResult {
  const {term, localize, format} = view;
  const line = html`<span class="line"></span>`;
  const made = files.map(({entry}) => methodsOf(entry.inspection.progress.opinions));
  const numbers = (count: number) =>
    [format.number(count, 0), format.number(files.length, 0)] as const;
  const sealed = made.filter(({size}) => size > 0).length;
  const used = methods.flatMap((method) => {
    const count = made.filter((all) => all.has(method)).length;
    if (count === 0) return [];
    const words = localize.term('recordMethod', method);
    return html`<li>${words} ${localize.term('recordOf', ...numbers(count))}</li>`;
  });
  return html`<section class="record">
    <h2>${localize.term('recordTitle')}</h2>
    <dl class="facts">
      ${renderFact(localize.term('caseNumber'), foreign(notes.caseNumber))}
      ${renderFact(localize.term('recordWhat'), localize.term('recordWhatIs', sealed > 0 ? 'sealed' : 'none', ...numbers(sealed)))}
      ${
        sealed === 0
          ? nothing
          : html`${renderFact(
              localize.term('recordHow'),
              html`<ul>
                ${used}
              </ul>`,
            )}
            ${renderFact(localize.term('recordSoftware'), html`<bdi>${softwareOf(files, view)}</bdi>`)}
            ${renderFact(localize.term('caseTrustLists'), renderTrustLists(files, trustLists, view))}`
      }
      ${
        sets === undefined
          ? nothing
          : renderFact(
              sets.title,
              html`<ul>
                ${sets.lines.map((line) => html`<li>${line}</li>`)}
              </ul>`,
            )
      }
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

/** What has checked the files: of a service its host is all that is known here. */
function softwareOf(files: readonly ReportedFile[], {localize, format}: View): string {
  const used = files.flatMap(({entry, host}) => {
    const {service, local} = entry.inspection.progress.opinions;
    const here = local ? [`sealed-capture ${VERSION} (${localize.term('thisBrowser')})`] : [];
    return service ? [host, ...here] : here;
  });
  return format.list([...new Set(used)]);
}
