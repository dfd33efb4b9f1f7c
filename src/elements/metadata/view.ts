import {html, nothing, type TemplateResult} from 'lit';
import type {Localize} from '../strings/localize.js';
import type {CardWriting, Row} from './cards.js';
import {Format, readerLocale, type Shown} from './format.js';
import {isolated} from './isolated.js';

/** What every part of a list of metadata is written with. */
export interface View extends CardWriting {
  localize: Localize;
}

/** `unavailable` gives the words for an `unavailableReason`. */
export function viewFor(localize: Localize, unavailable: View['unavailable']): View {
  return {
    localize,
    format: new Format(readerLocale(localize.lang())),
    term: (key) => localize.term(key),
    unavailable,
  };
}

export const renderTime = ({value, time}: Shown): TemplateResult =>
  time === undefined ? html`<bdi>${value}</bdi>` : html`<time datetime=${time}>${value}</time>`;

/** One line of a card: the label small, the value large, its unit small. */
export function renderValue(label: string, shown: Shown, {localize}: View): TemplateResult {
  const {value, unit, time} = shown;
  const text = time === undefined ? isolated(value, localize.term('showAll')) : renderTime(shown);
  return html`<div class="row">
    <dt class="quiet"><bdi>${label}</bdi></dt>
    <dd class="value">${text}${unit ? html` <span class="quiet">${unit}</span>` : nothing}</dd>
  </div>`;
}

/** A line of a card, also one that says why there is no value. */
export function renderRow(row: Row, view: View): TemplateResult {
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
