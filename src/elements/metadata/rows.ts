import {html, nothing, type TemplateResult} from 'lit';
import type {CardRow} from './cards.js';
import type {Shown} from './format.js';
import {isolated} from './isolated.js';
import {renderTime, type View} from './view.js';

/** One line of a card: small label, large value, small unit. */
export function renderValue(label: string, shown: Shown, {localize}: View): TemplateResult {
  const {value, unit, time} = shown;
  const text = time === undefined ? isolated(value, localize.term('showAll')) : renderTime(shown);
  return html`<div class="row">
    <dt class="quiet"><bdi>${label}</bdi></dt>
    <dd class="value">${text}${unit ? html` <span class="quiet">${unit}</span>` : nothing}</dd>
  </div>`;
}

/** A line of a card, also for a missing value. */
export function renderRow(row: CardRow, view: View): TemplateResult {
  switch (row.name) {
    case 'value':
      return renderValue(row.label, row.shown, view);
    case 'missing':
      return html`<div class="row">
        <dt class="quiet">${row.label}</dt>
        <dd class="quiet">${row.reason}</dd>
      </div>`;
  }
}
