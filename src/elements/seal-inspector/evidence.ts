import {html, nothing, type TemplateResult} from 'lit';
import type {Check} from '../../model/inspection-result.js';
import {checkIcon, crossIcon} from '../icons.js';
import {checksOf, stateOf} from './answer.js';
import {cardsOf, type Card} from './cards.js';
import type {Loose} from './loose.js';
import {renderValue, type View} from './view.js';
import {visibleText} from './visible-text.js';

/** Passed checks that are shown without being asked for. */
const PASSED_AT_ONCE = 4;

/** What was checked, failures first. */
export function renderChecks(answer: Loose, {localize}: View) {
  const checks = checksOf(answer);
  if (checks.length === 0) return nothing;
  const failed = checks.filter(({passed}) => !passed).length;
  const atOnce = checks.slice(0, failed + PASSED_AT_ONCE);
  const more = checks.slice(atOnce.length);
  const renderCheck = ({code, passed, explanation}: Check) => html`
    <li class=${passed ? 'passed' : 'failed'}>
      ${passed ? checkIcon() : crossIcon()}
      <span>
        <span class="visually-hidden">${localize.term(passed ? 'passed' : 'failed')}</span>
        <bdi>${visibleText(explanation)}</bdi>
        <code class="quiet"><bdi>${visibleText(code)}</bdi></code>
      </span>
    </li>
  `;
  return html`<section part="checks" aria-labelledby="checks">
    <h3 id="checks">
      ${localize.term('checks')}
      <span class="quiet count"
        >${localize.term('checksCount', failed, checks.length - failed)}</span
      >
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
export function renderSections(answer: Loose, view: View) {
  const state = stateOf(answer);
  const {cards, absent} = cardsOf(answer, view);
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
    <dl>
      ${rows.map((row) => {
        switch (row.name) {
          case 'value':
            return renderValue(row.label, row.shown, view);
          case 'missing':
            return html`<div class="row">
              <dt class="quiet">${row.label}</dt>
              <dd class="quiet">${row.reason}</dd>
            </div>`;
        }
      })}
    </dl>
  </article>`;
}
