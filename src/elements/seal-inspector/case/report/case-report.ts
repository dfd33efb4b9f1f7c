import {html, nothing, render, type TemplateResult} from 'lit';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {FileInspection} from '../../../../core/inspection/inspections.js';
import {renderTime, type View} from '../../../metadata/view.js';
import {saidOf} from '../../intake/file-csv.js';
import {stateIn} from '../../intake/file-state.js';
import {classOf, listedName, stateIcons} from '../../intake/file-row.js';
import {directionOf, type PrintedDocument} from '../../report/printed.js';
import type {Gathered, ReportedFile} from '../case-gathered.js';
import type {CaseNotes} from '../case-notes.js';
import type {SetsInCase} from '../../sets/sets-view.js';
import {renderReportedFile} from './case-report-file.js';
import {
  foreign,
  renderFact,
  renderHash,
  renderNote,
  renderPerson,
  renderTrustLists,
  verifiersOf,
} from './case-report-facts.js';
import {caseReportStyles} from './case-report-styles.js';
import {renderRecord} from './signed-record.js';

export interface CaseReportParts extends Gathered {
  notes: CaseNotes;
  /** What was noticed across the files. */
  remarks: readonly string[];
  /** The verdict on the sets of all files in the list. */
  sets?: SetsInCase;
  made: Date;
  view: View;
}

/** How a small picture is shown: itself on paper, as data in a saved page. */
export type ShowPicture = (picture: HTMLCanvasElement) => unknown;

export const inPlace: ShowPicture = (picture) => picture;
export const asData: ShowPicture = (picture) =>
  html`<img alt="" src=${picture.toDataURL('image/jpeg', 0.8)} />`;

/** The report of a case as a document of its own, on white paper of whatever size. */
export const caseDocument = (parts: CaseReportParts, show: ShowPicture): PrintedDocument => ({
  styles: caseReportStyles,
  write(document) {
    const {view, notes} = parts;
    const lang = view.localize.lang();
    const {body, documentElement} = document;
    render(renderCaseReport(parts, show), body, {creationScope: document});
    documentElement.lang = lang;
    documentElement.dir = directionOf(lang);
    const number = visibleText(notes.caseNumber);
    document.title = `${view.term('caseReport')}${number && `: ${number}`}`;
  },
});

function renderCaseReport(parts: CaseReportParts, show: ShowPicture): TemplateResult {
  const {notes, files, trustLists, remarks, sets, made, view} = parts;
  const {localize, term, format} = view;
  return html`<h1>${localize.term('caseTitle')}</h1>
    <dl class="facts">
      ${renderFact(localize.term('caseNumber'), foreign(notes.caseNumber))}
      ${renderFact(localize.term('caseBy'), renderPerson(notes))}
      ${renderFact(localize.term('caseMade'), renderTime(format.time(made.toISOString())))}
      ${renderFact(localize.term('caseMadeWith'), html`<bdi>${verifiersOf(files, view)}</bdi>`)}
      ${renderFact(localize.term('caseTrustLists'), renderTrustLists(files, trustLists, view))}
      ${renderFact(localize.term('caseNote'), renderNote(notes.note))}
    </dl>
    <section>
      <h2>${localize.term('caseSummary')}</h2>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th class="position">${localize.term('casePosition')}</th>
              <th class="picture">${localize.term('casePicture')}</th>
              <th class="name">${term('csvName')}</th>
              <th class="verdict">${term('csvVerdict')}</th>
              <th class="reason">${term('csvReason')}</th>
              <th class="signer">${term('csvSigner')}</th>
              <th class="time">${term('csvTime')}</th>
            </tr>
          </thead>
          ${files.map((file, index) => renderSummary(file, index, show, view))}
        </table>
      </div>
      ${
        notes.unchecked.length === 0
          ? nothing
          : html`<h3>${localize.term('caseUncheckedTitle')}</h3>
              <ul class="unchecked">
                ${notes.unchecked.map((file) => renderUnchecked(file, view))}
              </ul>`
      }
      ${
        remarks.length === 0
          ? nothing
          : html`<h3>${localize.term('caseRemarks')}</h3>
              <ul class="remarks">
                ${remarks.map((remark) => html`<li><bdi>${visibleText(remark)}</bdi></li>`)}
              </ul>`
      }
    </section>
    ${sets?.section ?? nothing} ${files.map((file, index) => renderReportedFile(file, index, view))}
    <footer>${term('reportMeans')}</footer>
    ${notes.withRecord ? renderRecord(parts) : nothing}`;
}

/** A file without a verdict, and why. */
function renderUnchecked(file: FileInspection, view: View): TemplateResult {
  const why = saidOf(file, view).reason || view.localize.term('fileState', stateIn(file));
  return html`<li><bdi>${listedName(file, view)}</bdi>: <bdi>${why}</bdi></li>`;
}

function renderSummary(
  {entry, facts, picture}: ReportedFile,
  index: number,
  show: ShowPicture,
  view: View,
): TemplateResult {
  const {inspection} = entry;
  const state = stateIn(inspection);
  const {reason, signer, claimed, time} = saidOf(inspection, view);
  const sha256 = facts.name === 'read' ? facts.facts.sha256 : undefined;
  return html`<tbody class=${classOf(state)}>
    <tr>
      <td>${view.format.number(index + 1, 0)}</td>
      <td>${picture ? show(picture) : nothing}</td>
      <td><bdi>${listedName(inspection, view)}</bdi></td>
      <td>
        <span class="state"
          >${stateIcons[state]()}<b>${view.localize.term('fileState', state)}</b></span
        >
      </td>
      <td><bdi>${reason}</bdi></td>
      <td>
        ${
          claimed
            ? html`<span class="quiet">${view.term('csvClaimed')}</span> <bdi>${claimed}</bdi>`
            : html`<bdi>${signer}</bdi>`
        }
      </td>
      <td>${time ? renderTime(view.format.time(time)) : nothing}</td>
    </tr>
    <tr class="hash">
      <td></td>
      <td colspan="6">
        <span class="quiet">${view.term('csvHash')}</span>
        ${sha256 ? renderHash(sha256) : view.term('fileUnreadable')}
      </td>
    </tr>
  </tbody>`;
}
