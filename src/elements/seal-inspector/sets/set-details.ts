import {html, nothing, type TemplateResult} from 'lit';
import {text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {SetReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {renderTime, type View} from '../../metadata/view.js';
import {FIRST} from '../more.js';
import {shortened} from '../text.js';
import {renderMore} from '../verdict/confirmable.js';
import {foreign, here, piecesOf, renderPieces, type ShowFile} from './pieces.js';
import {membersOf, sealersOf} from './sealers.js';
import {pieceOf, shotOf, type Judgement} from './set-words.js';

type Mark = 'retaken' | 'copy' | 'order' | 'chosen';

/** Renders what is known of a set: its files in order, what the device says was discarded and skipped, who sealed it and when. */
export function renderSetDetails(
  set: SetReport,
  judgement: Judgement,
  show: ShowFile | undefined,
  view: View,
): TemplateResult {
  const {localize, term, format} = view;
  const {files} = judgement;
  const named = (file: string) => renderPieces([pieceOf(file, files, view)], show);
  const {confirmed, claimed} = sealersOf(membersOf(set, files));
  const fact = (label: string, value: unknown) =>
    html`<div class="row">
      <dt class="quiet">${label}</dt>
      <dd>${value}</dd>
    </div>`;
  const signers = (label: string, names: readonly string[]) =>
    names.length === 0
      ? nothing
      : fact(label, html`<bdi>${shortened(visibleText(format.series(names)))}</bdi>`);
  return html`<div class="set-details">
    ${renderFiles(set, named, view)}
    ${renderSaid(
      localize.term('setDiscarded'),
      set.discarded.map((item) => discardedWords(item, view)),
      view,
    )}
    ${renderSaid(
      localize.term('setSkipped'),
      set.skipped.map((item) => skippedWords(item, view)),
      view,
    )}
    ${renderSaid(localize.term('setUntaken'), set.untaken.map(untakenWords), view)}
    <dl class="set-facts">
      ${signers(term('csvSigner'), confirmed)} ${signers(term('csvClaimed'), claimed)}
      ${set.closing === undefined ? nothing : fact(localize.term('setClosingFile'), named(set.closing))}
      ${set.closedAt === undefined ? nothing : fact(localize.term('setClosedOn'), renderTime(format.time(set.closedAt)))}
      ${fact(localize.term('setId'), html`<code>${visibleText(set.set)}</code>`)}
    </dl>
    <p class="quiet">${localize.term('setPagesWords')} ${localize.term('setOutside')}</p>
  </div>`;
}

function renderFiles(set: SetReport, named: (file: string) => unknown, view: View) {
  const {localize, term} = view;
  if (set.files.length === 0) return nothing;
  const has = (list: readonly {file: string}[], file: string) =>
    list.some((one) => one.file === file);
  const marksOf = ({file, chosen}: SetReport['files'][number]): Mark[] => [
    ...(chosen ? ['chosen' as const] : []),
    ...(has(set.retaken, file) ? ['retaken' as const] : []),
    ...(has(set.outOfOrder, file) ? ['order' as const] : []),
    ...(has(set.copies, file) ? ['copy' as const] : []),
  ];
  return html`<table>
      <caption>
        ${localize.term('setFilesInOrder')}
      </caption>
      <thead>
        <tr>
          <th scope="col">${localize.term('setNumber')}</th>
          <th scope="col">${term('csvName')}</th>
          <th scope="col">${localize.term('setShot')}</th>
        </tr>
      </thead>
      <tbody>
        ${set.files.slice(0, FIRST).map((item) => {
          const marks = marksOf(item).map((mark) => localize.term('setMark', mark));
          return html`<tr>
            <td>${item.index}</td>
            <td>
              ${named(item.file)}
              ${marks.length > 0 ? html`<span class="quiet">${view.format.series(marks)}</span>` : nothing}
            </td>
            <td><bdi>${shortened(visibleText(shotOf(item)))}</bdi></td>
          </tr>`;
        })}
      </tbody>
    </table>
    ${renderMore(set.files.length - FIRST, view)}`;
}

/** A list of what only the device says. */
function renderSaid(title: string, items: readonly unknown[], view: View) {
  if (items.length === 0) return nothing;
  return html`<div>
    <h4>${title}</h4>
    <ul>
      ${items.slice(0, FIRST).map((item) => html`<li>${item}</li>`)}
    </ul>
    ${renderMore(items.length - FIRST, view)}
  </div>`;
}

function discardedWords(item: SetReport['discarded'][number], {localize, format}: View) {
  const label = shotOf(item);
  const time = (iso: string) => ({words: format.time(iso).value});
  const sentence = localize.term('setDiscardedItem', here(1), here(2), label ? here(0) : undefined);
  return renderPieces(
    piecesOf(sentence, foreign(label), time(item.capturedAt), time(item.discardedAt)),
  );
}

export const untakenWords = (item: {label?: string; shot?: string}) =>
  html`<bdi>${shortened(visibleText(shotOf(item)))}</bdi>`;

export function skippedWords(
  item: {label?: string; shot?: string; reason: string; words?: string},
  {localize}: View,
) {
  const words = text(item.words);
  return html`<bdi>${shortened(visibleText(shotOf(item)))}</bdi> ·
    ${localize.term('setSkipReason', item.reason)}
    ${words ? html` · <q><bdi>${visibleText(words)}</bdi></q>` : nothing}`;
}
