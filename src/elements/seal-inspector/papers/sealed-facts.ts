import {html, nothing, type ReactiveControllerHost} from 'lit';
import type {FactsState} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {stateOf} from '../verdict/answer.js';
import {renderHistory} from './history.js';
import {IngredientList} from './ingredients.js';
import {SealPictures} from './seal-pictures.js';

/**
 * What is shown of the facts beside this answer: nothing of a seal under the verdict that there is none. Such a seal was
 * not judged, because the verifier did not find it.
 */
export const factsBeside = (answer: Loose, state: FactsState): FactsState =>
  state.name === 'read' && stateOf(answer) === 'none'
    ? {...state, facts: {...state.facts, seal: undefined}}
    : state;

/** Shows what the device itself read in the seal: actions and sources. */
export class SealedFacts {
  readonly #pictures: SealPictures;
  readonly #ingredients: IngredientList;

  constructor(host: ReactiveControllerHost & {renderRoot: ParentNode}) {
    this.#pictures = new SealPictures(host);
    this.#ingredients = new IngredientList(host);
  }

  /** Drops the data when another file is shown. */
  forget(): void {
    this.#pictures.forget();
  }

  render(state: FactsState, answer: Loose, view: View) {
    if (stateOf(answer) === 'none') return nothing;
    switch (state.name) {
      case 'waiting':
      case 'reading':
        return html`<p class="panel quiet facts" part="history">${view.term('readingSeal')}</p>`;
      case 'failed':
        return html`<p class="quiet facts">${view.term('factsFailed')}</p>`;
      case 'read': {
        const {seal} = state.facts;
        return seal
          ? html`${renderHistory(seal, answer, view)}
            ${this.#ingredients.render(seal, answer, this.#pictures, view)}`
          : nothing;
      }
    }
  }
}
