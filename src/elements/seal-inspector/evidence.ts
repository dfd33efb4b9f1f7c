import {html, nothing, type TemplateResult} from 'lit';
import type {Check} from '../../model/inspection-result.js';
import {checkIcon, clockIcon, crossIcon} from '../icons.js';
import {checksOf, outcomeOf, stateOf} from './answer.js';
import {cardsOf, type Card} from '../metadata/cards.js';
import type {Loose} from '../metadata/loose.js';
import {renderRow, type View} from '../metadata/view.js';
import {visibleText} from '../metadata/visible-text.js';
import {isRecording} from './recording.js';
import {sectionsOf} from './when.js';

/** Passed checks that are shown without being asked for. */
const PASSED_AT_ONCE = 4;

const icons = {failed: crossIcon, noted: clockIcon, passed: checkIcon};

/** What was checked, failures first. */
export function renderChecks(answer: Loose, {localize}: View) {
  const checks = checksOf(answer);
  if (checks.length === 0) return nothing;
  const count = (wanted: string) => checks.filter((check) => outcomeOf(check) === wanted).length;
  const [failed, noted, passed] = [count('failed'), count('noted'), count('passed')];
  const atOnce = checks.slice(0, failed + noted + PASSED_AT_ONCE);
  const more = checks.slice(atOnce.length);
  const renderCheck = (check: Check) => {
    const outcome = outcomeOf(check);
    return html`
      <li class=${outcome}>
        ${icons[outcome]()}
        <span>
          <span class="visually-hidden">${localize.term(outcome)}</span>
          <bdi>${visibleText(check.explanation)}</bdi>
          <code class="quiet"><bdi>${visibleText(check.code)}</bdi></code>
        </span>
      </li>
    `;
  };
  return html`<section part="checks" aria-labelledby="checks">
    <h3 id="checks">
      ${localize.term('checks')}
      <span class="quiet count">${localize.term('checksCount', failed, noted, passed)}</span>
    </h3>
    <ul class="checks">
      ${atOnce.map(renderCheck)}
    </ul>
    ${
      more.length === 0
        ? nothing
        : html`<details>
            <summary>${localize.term('morePassed', more.length)}</summary>
            <ul class="checks">
              ${more.map(renderCheck)}
            </ul>
          </details>`
    }
  </section>`;
}

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
