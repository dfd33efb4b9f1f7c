import {html, nothing, type TemplateResult} from 'lit';
import type {Opinions, Verifier} from '../../core/opinions.js';
import {exclamationIcon} from '../icons.js';
import type {View} from '../metadata/view.js';
import {visibleText} from '../metadata/visible-text.js';
import {stateOf} from './answer.js';

/** Who came to the verdict, and plainly where two were asked and do not agree. `host` is the service's. */
export function renderWhoChecked(
  {service, local, differences, unanswered}: Opinions,
  host: string,
  {localize}: View,
): TemplateResult {
  const who = (by: Verifier) => (by === 'service' ? host : localize.term('thisBrowser'));
  if (unanswered) {
    const {by, error} = unanswered;
    const why = localize.term('silence', by, error.code);
    const other = by === 'service' ? 'local' : 'service';
    return renderNotice(localize.term('oneAnswered', who(by), why, who(other)));
  }
  if (!service || !local)
    return html`<p class="quiet checked-by">
      ${service ? localize.term('checkedBy', host) : localize.term('checkedHere')}
    </p>`;
  const {state = false, codes = []} = differences ?? {};
  if (!state && codes.length === 0)
    return html`<p class="quiet checked-by">${localize.term('bothAgree', host)}</p>`;
  const says = (by: Verifier, verdict: typeof service) =>
    html`<li>${localize.term('says', who(by), localize.term('verdict', stateOf(verdict)))}</li>`;
  return renderNotice(
    localize.term('bothDiffer'),
    html`<ul>
        ${says('service', service)} ${says('local', local)}
      </ul>
      ${
        codes.length === 0
          ? nothing
          : html`<p>
              ${localize.term('differOn')}
              ${codes.map((code) => html`<code><bdi>${visibleText(code)}</bdi></code> `)}
            </p>`
      }`,
  );
}

const renderNotice = (sentence: string, more: unknown = nothing) =>
  html`<div class="notice" part="notice">
    ${exclamationIcon()}
    <div>
      <p>${sentence}</p>
      ${more}
    </div>
  </div>`;
