import {html, nothing, type TemplateResult} from 'lit';
import type {Localize} from '../strings/localize.js';
import type {CardWriting} from './cards.js';
import {Format, readerLocale, type Shown} from './format.js';
import {isolated} from './text.js';

/** What every part of a result is written with. */
export interface View extends CardWriting {
  localize: Localize;
}

export function viewFor(localize: Localize): View {
  return {
    localize,
    format: new Format(readerLocale(localize.lang())),
    term: (key) => localize.term(key),
    unavailable: (reason) => localize.term('unavailable', reason),
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
