import {html, nothing} from 'lit';
import type {FactsState} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {SealContents} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {isClosingRecord, setIn} from '../../../core/inspection/sets/set-in.js';
import {exclamationIcon} from '../../icons.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {renderTime, type View} from '../../metadata/view.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {isConfirmed, renderConfirmable, renderMore} from '../verdict/confirmable.js';

/** Most steps that are shown; real files have a few. */
const MOST_STEPS = 100;

/** The last part of a digital source type's IRI. */
const typeOf = (iri: string): string => visibleText(iri.slice(iri.lastIndexOf('/') + 1));

/** Source types of content that was not, or not only, recorded. */
const artificial = /^(composite(Synthetic|WithTrained)|trainedAlgorithmic)/;

const captured = /\/(digital|computational)Capture$/;

/** The note beside the verdict that the file itself declares to be made, in whole or part, by an algorithm. */
export function renderArtificial(state: FactsState, answer: Loose, {localize, term}: View) {
  const seal = state.name === 'read' ? state.facts.seal : undefined;
  if (!seal) return nothing;
  const made = seal.actions.find(({digitalSourceType = ''}) =>
    artificial.test(digitalSourceType.slice(digitalSourceType.lastIndexOf('/') + 1)),
  );
  if (made?.digitalSourceType === undefined) return nothing;
  const type = typeOf(made.digitalSourceType);
  return html`<p class="artificial">
    ${exclamationIcon()}
    <span>
      <bdi>${localize.term('madeBy', localize.term('sourceType', type))}</bdi>
      ${isConfirmed(answer, seal) ? nothing : term('notConfirmedMark')}
    </span>
  </p>`;
}

/** Where the seal says that its content comes from; undefined if it does not. */
function originOf({actions: [first], ingredients}: SealContents, answer: Loose) {
  if (first?.name === 'c2pa.created') {
    return captured.test(first.digitalSourceType ?? '') ? 'captured' : undefined;
  }
  const parent = ingredients.find(({relationship}) => relationship === 'parentOf');
  if (first?.name !== 'c2pa.opened' || !parent) return undefined;
  if (parent.hasSeal) return 'sealedFile';
  const set = setIn(answer);
  return set && isClosingRecord(set) ? 'closing' : 'file';
}

/** Renders the actions on the file, in order. */
export function renderHistory(seal: SealContents, answer: Loose, view: View) {
  const {actions, actionsLeftOut = 0} = seal;
  if (actions.length === 0) return nothing;
  const {localize, format} = view;
  const origin = originOf(seal, answer);
  return renderConfirmable(
    'history',
    isConfirmed(answer, seal),
    html`${answer['imported'] ? html`<p><b>${localize.term('notTakenHere')}</b></p>` : nothing}
      ${origin ? html`<p>${localize.term('origin', origin)}</p>` : nothing}
      <ol class="steps">
        ${actions.slice(0, MOST_STEPS).map(
          ({name, when, software, digitalSourceType}) =>
            html`<li>
              <b>${visibleText(localize.term('action', name.replace('c2pa.', ''), name))}</b>${
                digitalSourceType
                  ? html` · <bdi>${localize.term('sourceType', typeOf(digitalSourceType))}</bdi>`
                  : nothing
              }
              <span class="quiet">
                ${software ? html`<bdi>${localize.term('withSoftware', visibleText(software))}</bdi>` : nothing}${
                  software && when ? ' · ' : nothing
                }${when ? renderTime(format.time(when)) : nothing}
              </span>
            </li>`,
        )}
      </ol>
      ${renderMore(Math.max(0, actions.length - MOST_STEPS) + actionsLeftOut, view)}`,
    view,
  );
}
