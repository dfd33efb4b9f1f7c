import {html, nothing, type TemplateResult} from 'lit';
import type {Ingredient, SealContents} from '../../../model/inspection/seal-contents.js';
import type {Loose} from '../../../model/json/record.js';
import type {View} from '../../metadata/view.js';
import {visibleText} from '../../metadata/visible-text.js';
import {areaOf} from './check-areas.js';
import {isConfirmed, renderConfirmable, renderMore} from './confirmable.js';
import type {SealPictures} from '../papers/seal-pictures.js';
import {shortened} from '../text.js';

/** Files that are shown, and failures of each: an honest seal has a few, and a page is not to stand still for others. */
const MOST_SHOWN = 100;
const MOST_FAILURES = 10;

/** The first of a tree, each before what it was itself made from; and that there are others, where there are. */
export function firstOf({ingredients, ingredientsLeftOut = 0}: SealContents, view: View) {
  let count = 0;
  const first = (some: readonly Ingredient[]): Ingredient[] =>
    some.flatMap((ingredient) => {
      const isShown = count++ < MOST_SHOWN;
      const within = first(ingredient.ingredients);
      return isShown ? [{...ingredient, ingredients: within}] : [];
    });
  const shown = first(ingredients);
  const left = Math.max(0, count - MOST_SHOWN) + ingredientsLeftOut;
  return {shown, more: renderMore(left, view, ingredientsLeftOut > 0)};
}

/** Without `pictures`, none is shown, nor taken out of the seal at all. */
export type Showing = {pictures?: SealPictures; view: View};

export const labelOf = ({title}: Ingredient, {term}: View): string =>
  shortened(visibleText(title ?? term('untitled')));

/** One file: its name and picture, what it is to the other, who sealed it and what failed when it was put in. */
export function renderAbout(ingredient: Ingredient, {pictures, view}: Showing) {
  const {thumbnail, relationship, signedBy, hasSeal, failures, failuresLeftOut = 0} = ingredient;
  const {localize, term} = view;
  const codes = [...new Set(failures)];
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
              : term(hasSeal ? 'ingredientUnsigned' : 'ingredientUnsealed')
          }</bdi
        >
      </span>
      ${
        failures.length === 0
          ? nothing
          : html`<span class="failures">
              ${codes.slice(0, MOST_FAILURES).map(
                (code) =>
                  html`<span
                    >${localize.term('ingredientFailed', areaOf({code}))}
                    <code><bdi>${visibleText(code)}</bdi></code></span
                  >`,
              )}
              ${renderMore(Math.max(0, codes.length - MOST_FAILURES) + failuresLeftOut, view)}
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
  const {shown, more} = firstOf(seal, view);
  return shown.length === 0
    ? nothing
    : renderConfirmable(
        'ingredients',
        isConfirmed(answer, seal),
        html`${list(shown)} ${more}`,
        view,
      );
}
