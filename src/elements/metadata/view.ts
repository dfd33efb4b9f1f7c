import {html, type TemplateResult} from 'lit';
import type {Localize} from '../strings/localize.js';
import type {CardWriting} from './cards.js';
import {readerLocale} from '../strings/date-with-time.js';
import {Format, type Shown} from './format.js';

/** Everything that is needed to write metadata. */
export interface View extends CardWriting {
  localize: Localize;
}

/** `unavailable` returns the text for an `unavailableReason`. */
export function viewFor(localize: Localize, unavailable: View['unavailable']): View {
  return {
    localize,
    format: new Format(readerLocale(localize.lang())),
    term: (key) => localize.term(key),
    unit: (symbol) => localize.term('unitIn', symbol),
    unavailable,
  };
}

export const renderTime = ({value, time}: Shown): TemplateResult =>
  time === undefined ? html`<bdi>${value}</bdi>` : html`<time datetime=${time}>${value}</time>`;
