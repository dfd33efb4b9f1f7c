import {html, nothing, type TemplateResult} from 'lit';
import type {
  FactsState,
  UnsealedMetadata,
} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {object} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {cardsOf} from '../../metadata/cards.js';
import type {Shown} from '../../metadata/format.js';
import {renderRow, renderValue} from '../../metadata/rows.js';
import {sections} from '../../metadata/sections.js';
import type {View} from '../../metadata/view.js';
import {stateOf} from '../verdict/answer.js';

const ofExif = sections.filter(({title}) => ['where', 'camera', 'device'].includes(title));

/**
 * Renders what a file without a seal says of itself, or one that was there before this package sealed it, hatched, under a
 * heading that anybody could write it.
 */
export function renderUnsealed(state: FactsState, answer: Loose, view: View) {
  const isUnsealed = stateOf(answer) === 'none';
  const isOlder = answer['origin'] === 'file';
  const said = state.name === 'read' && (isUnsealed || isOlder) && state.facts.unsealed;
  if (!said) return nothing;
  const {localize} = view;
  const {cards} = cardsOf(ofExif, object(said) ?? {}, view);
  return html`<section class="claims panel unsealed" part="sections" aria-labelledby="unsealed">
    <h3 id="unsealed">${localize.term(isUnsealed ? 'unsealed' : 'unsealedClaim')}</h3>
    <div class="cards">
      ${renderFile(said, view)}
      ${cards.map(({title, rows}) =>
        renderCard(
          title,
          rows.map((row) => renderRow(row, view)),
        ),
      )}
    </div>
  </section>`;
}

function renderFile({takenAt, software}: UnsealedMetadata, view: View) {
  const {localize, format} = view;
  const rows: [label: string, shown: Shown][] = [];
  if (takenAt) rows.push([localize.term('unsealedTime'), timeIn(takenAt, format)]);
  if (software) rows.push([localize.term('unsealedSoftware'), {value: visibleText(software)}]);
  if (rows.length === 0) return nothing;
  return renderCard(
    view.term('file'),
    rows.map(([label, shown]) => renderValue(label, shown, view)),
  );
}

/** A time without a zone is left as it is: the clock of the camera may have been anywhere. */
const timeIn = (takenAt: string, format: View['format']): Shown =>
  /[+-]\d\d:\d\d$/.test(takenAt) ? format.time(takenAt) : {value: takenAt.replace('T', ' ')};

const renderCard = (title: string, rows: readonly TemplateResult[]) =>
  html`<div class="card panel" part="card">
    <h4 class="label">${title}</h4>
    <dl>${rows}</dl>
  </div>`;
