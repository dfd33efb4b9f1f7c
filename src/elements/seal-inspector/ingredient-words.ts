import {html, nothing, type TemplateResult} from 'lit';
import type {Ingredient, SealContents} from '../../model/seal-contents.js';
import type {Loose} from '../metadata/loose.js';
import type {View} from '../metadata/view.js';
import {visibleText} from '../metadata/visible-text.js';
import {areaOf} from './check-areas.js';
import {isConfirmed, renderConfirmable} from './confirmable.js';
import type {SealPictures} from './seal-pictures.js';
import {shortened} from './text.js';

/** Without `pictures`, none is shown, nor taken out of the seal at all. */
export type Showing = {pictures?: SealPictures; view: View};

export const labelOf = ({title}: Ingredient, {term}: View): string =>
  shortened(visibleText(title ?? term('untitled')));

/** One file: its name and picture, what it is to the other, who sealed it and what failed when it was put in. */
export function renderAbout(ingredient: Ingredient, {pictures, view}: Showing) {
  const {thumbnail, relationship, signedBy, failures} = ingredient;
  const {localize, term} = view;
  const picture = thumbnail && pictures?.of(thumbnail)?.canvas;
  return html`${picture ?? nothing}
    <div>
      <b><bdi>${labelOf(ingredient, view)}</bdi></b>
      <span class="quiet">
        ${relationship ? `${localize.term('relationship', relationship)}.` : nothing}
        <bdi
          >${
            signedBy
              ? localize.term('ingredientSigner', shortened(visibleText(signedBy)))
              : term('ingredientUnsealed')
          }</bdi
        >
      </span>
      ${
        failures.length === 0
          ? nothing
          : html`<span class="failures">
              ${[...new Set(failures)].map(
                (code) =>
                  html`<span
                    >${localize.term('ingredientFailed', areaOf({code}))}
                    <code><bdi>${visibleText(code)}</bdi></code></span
                  >`,
              )}
            </span>`
      }
    </div>`;
}

/** What a file was made from in words alone, one list within the other. */
export function renderSources(seal: SealContents, answer: Loose, view: View) {
  const list = (ingredients: readonly Ingredient[]): TemplateResult | typeof nothing =>
    ingredients.length === 0
      ? nothing
      : html`<ul class="steps">
          ${ingredients.map(
            (ingredient) =>
              html`<li>${renderAbout(ingredient, {view})} ${list(ingredient.ingredients)}</li>`,
          )}
        </ul>`;
  const {ingredients} = seal;
  return ingredients.length === 0
    ? nothing
    : renderConfirmable('ingredients', isConfirmed(answer, seal), list(ingredients), view);
}
