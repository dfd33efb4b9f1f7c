import {html, nothing, type TemplateResult} from 'lit';
import {object} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {cardsOf} from '../../../metadata/cards.js';
import {renderRow} from '../../../metadata/rows.js';
import {renderTime, type View} from '../../../metadata/view.js';
import {stateIn} from '../../intake/file-state.js';
import {classOf, listedName, stateIcons} from '../../intake/file-row.js';
import {renderDevices} from '../../papers/glance.js';
import {renderArtificial} from '../../papers/history.js';
import {sectionsOf} from '../../papers/when.js';
import {isRecording} from '../../preview/preview.js';
import {bounded} from '../../tree/bounded.js';
import {checkOutcomes, checksOf, stateOf} from '../../verdict/answer.js';
import {renderMore} from '../../verdict/confirmable.js';
import {explained} from '../../verdict/explained.js';
import {renderMixedNames} from '../../verdict/mixed-names.js';
import {recordedFailures} from '../../verdict/recorded-failures.js';
import {renderSandbox} from '../../verdict/sandbox.js';
import {renderWhoChecked} from '../../verdict/second-opinion.js';
import {renderToDo} from '../../verdict/to-do.js';
import {wordsOf} from '../../verdict/verdict.js';
import type {ReportedFile} from '../case-gathered.js';
import {renderFact, renderHash, renderNote} from './case-report-facts.js';

/** Most findings on one file that are listed. */
const MOST_FINDINGS = 20;

/** The sections of a seal that a report of a case contains, beside the device. */
const reported = ['where', 'when'];

/** Renders what the report says of one file, on one page if it fits. */
export function renderReportedFile(
  {entry, facts, host}: ReportedFile,
  index: number,
  view: View,
): TemplateResult {
  const {inspection, note} = entry;
  const {progress, file} = inspection;
  const {opinions} = progress;
  const answer = object(opinions.result) ?? {};
  const state = stateIn(inspection);
  const {localize, term, format} = view;
  const {heading, plainSentence, reason} = wordsOf(opinions, view);
  const shown = bounded(answer, []);
  const sections = sectionsOf(shown, isRecording(file)).filter(({title}) =>
    reported.includes(title),
  );
  const {cards} = cardsOf(sections, shown, view);
  const devices = renderDevices(shown, view);
  const mark = stateOf(answer) === 'valid' ? '' : term('notConfirmedMark');
  return html`<section class="file ${classOf(state)}">
    <h2>${format.number(index + 1, 0)}. <bdi>${listedName(inspection, view)}</bdi></h2>
    <p class="state">${stateIcons[state]()}<b>${localize.term('fileState', state)}</b></p>
    <p>${heading} ${plainSentence}</p>
    ${reason ? html`<p><bdi>${reason}</bdi></p>` : nothing} ${renderSandbox(answer, view)}
    ${renderArtificial(facts, answer, view)} ${renderMixedNames(answer, view)}
    ${renderToDo(answer, view, file)}
    <dl class="facts">
      ${renderFact(localize.term('caseNoteShort'), renderNote(note))}
      ${renderFact(
        term('csvHash'),
        facts.name === 'read' ? renderHash(facts.facts.sha256) : term('fileUnreadable'),
      )}
      ${renderFact(
        term('checkedOn'),
        html`${renderTime(format.time(new Date(progress.at).toISOString()))}
        ${renderWhoChecked(opinions, host, view)}`,
      )}
    </dl>
    <div class="cards">
      ${cards.map(
        ({title, rows}) =>
          html`<div>
            <h3>${title} ${mark}</h3>
            <dl class="facts">${rows.map((row) => renderRow(row, view))}</dl>
          </div>`,
      )}
      ${
        devices.length === 0
          ? nothing
          : html`<div>
              <h3>${term('withWhat')} ${mark}</h3>
              ${devices}
            </div>`
      }
    </div>
    ${renderFindings(answer, recordedFailures(facts, answer), view)}
  </section>`;
}

/** Renders what failed, is unknown or was noted, and how many checks had which result. */
function renderFindings(
  answer: Loose,
  recorded: readonly {code: string}[],
  view: View,
): TemplateResult {
  const {localize, term} = view;
  const checks = checksOf(
    answer,
    recorded.map(({code}) => code),
  );
  const found = checks.filter(({outcome}) => ['failed', 'unknown', 'noted'].includes(outcome));
  const counts = checkOutcomes.flatMap((outcome) => {
    const count = checks.filter((check) => check.outcome === outcome).length;
    return count ? localize.term('checkCounted', outcome, count) : [];
  });
  return html`<h3>${term('checks')}</h3>
    ${
      found.length === 0
        ? nothing
        : html`<ul class="findings">
            ${found.slice(0, MOST_FINDINGS).map(
              (check) =>
                html`<li>
                  <b>${localize.term('checkOutcome', check.outcome)}</b>
                  <bdi>${explained(check, localize)}</bdi>
                  <code>${visibleText(check.code)}</code>
                </li>`,
            )}
          </ul>`
    }
    ${renderMore(found.length - MOST_FINDINGS, view)}
    <p>${counts.length > 0 ? localize.term('checksCount', counts) : term('notLookedAt')}</p>`;
}
