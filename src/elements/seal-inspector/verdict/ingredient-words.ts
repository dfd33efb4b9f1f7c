import {html, nothing, type TemplateResult} from 'lit';
import type {
  Ingredient,
  SealContents,
} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {View} from '../../metadata/view.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {areaOf} from './check-areas.js';
import {isConfirmed, renderConfirmable, renderMore} from './confirmable.js';
import {markedName} from './mixed-names.js';
import type {SealPictures} from '../papers/seal-pictures.js';
import {shortened} from '../text.js';

/** Most files that are shown, and most failures of each; real seals have a few. */
const MOST_SHOWN = 100;
const MOST_FAILURES = 10;

/** The first sources of a tree, each before its own sources, and a line for omitted ones. */
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

/** Without `pictures`, no picture is shown or decoded. */
export type Showing = {pictures?: SealPictures; view: View};

export const labelOf = ({title}: Ingredient, {term}: View): string =>
  shortened(visibleText(title ?? term('untitled')));

/** Renders one source: name and picture, its relation, its signer, and what failed when it was added. */
export function renderAbout(ingredient: Ingredient, {pictures, view}: Showing) {
  const {thumbnail, relationship, signedBy, hasSeal, failures, failuresLeftOut = 0} = ingredient;
  const {localize, term} = view;
  const codes = [...new Set(failures)];
  const picture = thumbnail && pictures?.of(thumbnail)?.canvas;
  return html`${picture ?? nothing}
    <div>
      <b><bdi>${labelOf(ingredient, view)}</bdi></b>
      <span class="quiet">
        ${relationship ? `${localize.term('relationship', relationship)} · ` : nothing}
        <bdi
          >${
            signedBy
              ? localize.term(
                  'ingredientSigner',
                  markedName(signedBy, view, (name) => shortened(visibleText(name))),
                )
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

/** Renders a file's sources as nested lists of text. */
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
