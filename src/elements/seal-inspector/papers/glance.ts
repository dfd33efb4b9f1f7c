import {html, nothing, type TemplateResult} from 'lit';
import {at, object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {cardsOf, type CardRow} from '../../metadata/cards.js';
import {deviceName} from '../../metadata/device-name.js';
import {renderRow, renderValue} from '../../metadata/rows.js';
import {sections, type Section} from '../../metadata/sections.js';
import type {View} from '../../metadata/view.js';
import {place} from '../pictures/place.js';
import {shortened} from '../text.js';
import {renderMore} from '../verdict/confirmable.js';
import {when} from './when.js';

/** Lines of one part; the rest is among all values. */
const MOST_LINES = 4;

/** Without boxes in the picture, which are drawn there. */
const sectionOf = (wanted: string): Section[] =>
  sections
    .filter(({title}) => title === wanted)
    .map(({title, sources}) => ({
      title,
      sources: sources.map((source) => ({
        ...source,
        fields:
          source.fields === 'entries'
            ? source.fields
            : source.fields.filter(({label}) => label !== 'boundingBox'),
      })),
    }));
const [tags, plate, where] = [sectionOf('tags'), sectionOf('plate'), sectionOf('where')];
/** Of the place, only whether it is the one that was expected: the location itself is drawn. */
const asked = where.map(({title, sources}) => ({
  title,
  sources: sources.filter(({path}) => path === 'placeComparison'),
}));

/** Renders what a reader asks first: where, when, with what; and tags and plate, if there are any. */
export function renderGlance(answer: Loose, view: View): TemplateResult {
  const parts = [
    renderPart('where', renderWhere(answer, view), view),
    renderPart('when', renderWhen(answer, view), view),
    renderPart('withWhat', renderDevices(answer, view), view),
    renderPart('tags', rowsIn(tags, answer, view), view),
    renderPart('plate', rowsIn(plate, answer, view), view),
  ];
  return html`<div class="glance" part="glance">${parts}</div>`;
}

function renderPart(
  title: 'where' | 'when' | 'withWhat' | 'tags' | 'plate',
  content: readonly unknown[],
  {term}: View,
) {
  return content.length === 0
    ? nothing
    : html`<div class="panel glimpse ${isShort(title) ? 'short' : ''}">
        <h4>${term(title)}</h4>
        ${content}
      </div>`;
}

const isShort = (title: string): boolean => title === 'tags' || title === 'plate';

const renderRows = (rows: readonly TemplateResult[], view: View): TemplateResult[] =>
  rows.length === 0
    ? []
    : [
        html`<dl>${rows.slice(0, MOST_LINES)}</dl>
          ${renderMore(rows.length - MOST_LINES, view)}`,
      ];

const rowsIn = (of: readonly Section[], answer: Loose, view: View): TemplateResult[] =>
  renderRows(
    rowsOf(of, answer, view).map((row) => renderRow(row, view)),
    view,
  );

const rowsOf = (of: readonly Section[], answer: Loose, view: View): CardRow[] =>
  cardsOf(of, answer, view).cards.flatMap((card) => card.rows);

/** Without lines that repeat the time before: mostly, a place was measured in the minute of the seal. */
function renderWhen(answer: Loose, view: View): TemplateResult[] {
  const rows = rowsOf([when], answer, view);
  const valueOf = (row: CardRow) => (row.name === 'value' ? row.shown.value : row.reason);
  const values = rows.map(valueOf);
  const different = rows.filter((row, index) => values.indexOf(valueOf(row)) === index);
  return renderRows(
    different.map((row) => renderRow(row, view)),
    view,
  );
}

/** The place as a drawing and as numbers, or why there is none, and whether it is the one that was expected. */
const renderWhere = (answer: Loose, view: View): TemplateResult[] => [
  ...renderPlace(answer, view),
  ...rowsIn(asked, answer, view),
];

function renderPlace(answer: Loose, view: View): TemplateResult[] {
  const gps = object(at(answer, 'gps')) ?? {};
  const drawn = place(gps, view);
  if (drawn) return [drawn];
  const reason = text(gps['unavailableReason']);
  return reason === undefined
    ? []
    : [html`<p class="quiet">${view.unavailable(visibleText(reason))}</p>`];
}

/** The device under the name that people know, and its camera or microphone. */
export function renderDevices(answer: Loose, view: View): TemplateResult[] {
  const names = deviceName(object(at(answer, 'device')) ?? {});
  const rows = names.length > 0 ? [line('device', view.format.series(names), view)] : [];
  for (const label of ['camera', 'microphone'] as const) {
    const name = text(at(answer, `${label}.deviceName`));
    if (name) rows.push(line(label, name, view));
  }
  return renderRows(rows, view);
}

const line = (label: 'device' | 'camera' | 'microphone', value: string, view: View) =>
  renderValue(view.term(label), {value: shortened(visibleText(value))}, view);
