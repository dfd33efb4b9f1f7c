import {html, nothing, type TemplateResult} from 'lit';
import {stateOf} from './answer.js';
import {cardsOf, type Card} from '../metadata/cards.js';
import type {Loose} from '../metadata/loose.js';
import {renderRow, type View} from '../metadata/view.js';
import {isRecording} from './recording.js';
import {sectionsOf} from './when.js';

/** The capture's data: what was sealed, or what an unconfirmed seal claims. */
export function renderSections(answer: Loose, file: Blob, view: View) {
  const state = stateOf(answer);
  const {cards, absent} = cardsOf(sectionsOf(answer, isRecording(file)), answer, view);
  if (state === 'none' && cards.length === 0) return nothing;
  const {localize} = view;
  const isConfirmed = state === 'valid';
  return html`<section
    class=${isConfirmed ? '' : 'claims panel'}
    part="sections"
    aria-labelledby="sections"
  >
    <h3 id="sections">${localize.term(isConfirmed ? 'sealed' : 'claimed')}</h3>
    ${
      cards.length === 0
        ? html`<p class="quiet">${localize.term('nothingSealed')}</p>`
        : html`<div class="cards">${cards.map((card) => renderCard(card, view))}</div>
            ${
              absent.length === 0
                ? nothing
                : html`<p class="quiet">${localize.term('notInSeal', absent.join(', '))}</p>`
            }`
    }
  </section>`;
}

function renderCard({title, rows}: Card, view: View): TemplateResult {
  return html`<article class="card panel" part="card">
    <h4>${title}</h4>
    <dl>${rows.map((row) => renderRow(row, view))}</dl>
  </article>`;
}
