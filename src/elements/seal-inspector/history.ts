import {html, nothing} from 'lit';
import type {FactsState} from '../../core/inspections.js';
import type {SealContents} from '../../model/seal-contents.js';
import {exclamationIcon} from '../icons.js';
import type {Loose} from '../metadata/loose.js';
import {renderTime, type View} from '../metadata/view.js';
import {visibleText} from '../metadata/visible-text.js';
import {isConfirmed, renderConfirmable} from './confirmable.js';

/** The last part of a digital source type's IRI. */
const typeOf = (iri: string): string => visibleText(iri.replace(/^.*\//, ''));

/** Nothing that was recorded, or not that alone. */
const artificial = /^(composite(Synthetic|WithTrained)|trainedAlgorithmic)/;

/** Beside the verdict: that a file says of itself that an algorithm made it, or parts of it. */
export function renderArtificial(state: FactsState, answer: Loose, {localize, term}: View) {
  const seal = state.name === 'read' ? state.facts.seal : undefined;
  if (!seal) return nothing;
  const types = seal.actions.map(({digitalSourceType = ''}) => typeOf(digitalSourceType));
  const type = types.find((candidate) => artificial.test(candidate));
  if (type === undefined) return nothing;
  return html`<p class="artificial">
    ${exclamationIcon()}
    <span>
      <bdi>${localize.term('madeBy', localize.term('sourceType', type))}</bdi>
      ${isConfirmed(answer, seal) ? nothing : term('notConfirmedMark')}
    </span>
  </p>`;
}

/** What was done to the file, in order. */
export function renderHistory(seal: SealContents, answer: Loose, view: View) {
  if (seal.actions.length === 0) return nothing;
  const {localize, format} = view;
  return renderConfirmable(
    'history',
    isConfirmed(answer, seal),
    html`<ol class="steps">
      ${seal.actions.map(
        ({name, when, software, digitalSourceType}) =>
          html`<li>
            <b><bdi>${visibleText(localize.term('action', name))}</bdi></b
            >${
              digitalSourceType
                ? html`: <bdi>${localize.term('sourceType', typeOf(digitalSourceType))}</bdi>`
                : nothing
            }
            <span class="quiet">
              ${software ? html`<bdi>${localize.term('withSoftware', visibleText(software))}</bdi>` : nothing}${
                software && when ? ', ' : nothing
              }${when ? renderTime(format.time(when)) : nothing}
            </span>
          </li>`,
      )}
    </ol>`,
    view,
  );
}
