import {html, nothing, type TemplateResult} from 'lit';
import type {Opinions, Verifier} from '../../../core/inspection/opinions.js';
import {exclamationIcon} from '../../icons.js';
import {microphoneSection} from '../../metadata/microphone-section.js';
import {sections} from '../../metadata/sections.js';
import type {View} from '../../metadata/view.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {FIRST} from '../more.js';
import {stateOf} from './answer.js';
import {renderMore} from './confirmable.js';

/** Renders the source of the verdict, and the differences if two verifiers do not agree. `host` is the service's. */
export function renderWhoChecked(
  {service, local, differences, unanswered}: Opinions,
  host: string,
  view: View,
): TemplateResult {
  const {localize, format} = view;
  const who = (by: Verifier) => (by === 'service' ? host : localize.term('thisBrowser'));
  if (unanswered) {
    const {by, error} = unanswered;
    return renderNotice(localize.term('oneAnswered', by, error.code, host));
  }
  if (!service || !local)
    return html`<p class="quiet checked-by">
      ${service ? localize.term('checkedBy', host) : localize.term('checkedHere')}
    </p>`;
  const {state = false, codes = [], contents = []} = differences ?? {};
  const isJudgedApart = state || codes.length > 0;
  if (!isJudgedApart && contents.length === 0)
    return html`<p class="quiet checked-by">${localize.term('bothAgree', host)}</p>`;
  const says = (by: Verifier, verdict: typeof service) =>
    html`<li>${localize.term('says', who(by), localize.term('verdict', stateOf(verdict)))}</li>`;
  return renderNotice(
    isJudgedApart ? localize.term('bothDiffer') : localize.term('readDiffer', host),
    html`<ul>
        ${says('service', service)} ${says('local', local)}
      </ul>
      ${
        codes.length === 0
          ? nothing
          : html`<p>
                ${localize.term('differOn')}
                ${codes
                  .slice(0, FIRST)
                  .map((code) => html`<code><bdi>${visibleText(code)}</bdi></code> `)}
              </p>
              ${renderMore(codes.length - FIRST, view)}`
      }
      ${
        contents.length === 0
          ? nothing
          : html`<p>${localize.term('differIn', format.list(titlesOf(contents, localize)))}</p>`
      }`,
  );
}

/** The titles of the cards with these contents, each once. */
function titlesOf(contents: readonly string[], localize: View['localize']): string[] {
  const titles = contents.map((name) => {
    if (name === 'signature') return localize.term('signerAndTime');
    const section = [...sections, microphoneSection].findLast(({sources}) =>
      sources.some(({path}) => path.split('.')[0] === name),
    );
    return section ? localize.term(section.title) : visibleText(name);
  });
  return [...new Set(titles)];
}

const renderNotice = (sentence: string, more: unknown = nothing) =>
  html`<div class="notice" part="notice">
    ${exclamationIcon()}
    <div>
      <p>${sentence}</p>
      ${more}
    </div>
  </div>`;
