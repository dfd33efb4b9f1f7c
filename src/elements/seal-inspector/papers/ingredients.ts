import {html, nothing, type ReactiveControllerHost, type TemplateResult} from 'lit';
import type {
  Ingredient,
  SealContents,
} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {isClosingRecord, setIn} from '../../../core/inspection/sets/set-in.js';
import type {View} from '../../metadata/view.js';
import {isConfirmed, renderConfirmable} from '../verdict/confirmable.js';
import {firstOf, labelOf, renderAbout, type Showing} from '../verdict/ingredient-words.js';
import type {SealPictures} from './seal-pictures.js';
import {moved} from '../tree/moves.js';
import type {TreeNode} from '../tree/nodes.js';
import {treeitem} from '../tree/rows.js';

interface IngredientNode extends TreeNode {
  ingredient: Ingredient;
  children: IngredientNode[];
}

/** Most levels of indentation; deeper ones would leave no room for text. */
const DEEPEST = 6;

/** True for a closing record: the page has drawn it, and the file that its seal opens is that picture itself. */
function isDrawn({ingredients}: SealContents, answer: Loose): boolean {
  const set = setIn(answer);
  const isUnknown = ({title, hasSeal}: Ingredient) => title === undefined && !hasSeal;
  return set !== undefined && isClosingRecord(set) && ingredients.every(isUnknown);
}

/** The sources of a file, and their sources, as a tree (ARIA Authoring Practices, tree view). */
export class IngredientList {
  readonly #host: ReactiveControllerHost & {renderRoot: ParentNode};
  #of?: readonly Ingredient[];
  #roots: IngredientNode[] = [];
  #all: IngredientNode[] = [];
  /** The line for omitted sources, if there are any. */
  #more: unknown;
  /** The one row that Tab reaches. */
  #active?: TreeNode;

  constructor(host: ReactiveControllerHost & {renderRoot: ParentNode}) {
    this.#host = host;
  }

  /** Renders the tree. Pictures are decoded and shown only if the seal confirms them. */
  render(seal: SealContents, answer: Loose, pictures: SealPictures, view: View) {
    const {ingredients} = seal;
    if (ingredients.length === 0 || isDrawn(seal, answer)) return nothing;
    if (ingredients !== this.#of) {
      this.#of = ingredients;
      this.#all = [];
      const {shown, more} = firstOf(seal, view);
      this.#more = more;
      this.#roots = this.#nodesOf(shown, view);
      this.#active = this.#roots[0];
    }
    const confirmed = isConfirmed(answer, seal);
    const showing = {pictures: confirmed ? pictures : undefined, view};
    return renderConfirmable(
      'ingredients',
      confirmed,
      html`<div
          role="tree"
          aria-labelledby="ingredients"
          @keydown=${this.#onKey}
          @click=${this.#onClick}
        >
          ${this.#renderAll(this.#roots, 1, showing)}
        </div>
        ${this.#more}`,
      view,
    );
  }

  #nodesOf(ingredients: readonly Ingredient[], view: View, parent?: TreeNode): IngredientNode[] {
    return ingredients.map((ingredient) => {
      const node: IngredientNode = {
        index: this.#all.length,
        label: labelOf(ingredient, view),
        raw: [],
        parent,
        children: [],
        isOpen: true,
        isRaw: false,
        isFound: true,
        ingredient,
      };
      this.#all.push(node);
      node.children = this.#nodesOf(ingredient.ingredients, view, node);
      return node;
    });
  }

  #renderAll(nodes: readonly IngredientNode[], level: number, showing: Showing): TemplateResult[] {
    return nodes.flatMap((node, index) => [
      html`<div
        class="ingredient"
        role=${treeitem}
        id="ingredient-${node.index}"
        tabindex=${node === this.#active ? 0 : -1}
        aria-level=${level}
        aria-posinset=${index + 1}
        aria-setsize=${nodes.length}
        aria-expanded=${node.children.length > 0 ? node.isOpen : nothing}
      >
        ${Array.from({length: Math.min(level - 1, DEEPEST)}, () => html`<span class="indent"></span>`)}
        ${renderAbout(node.ingredient, showing)}
      </div>`,
      ...(node.isOpen ? this.#renderAll(node.children, level + 1, showing) : []),
    ]);
  }

  #nodeOf({target}: Event): IngredientNode | undefined {
    const item = (target as Element).closest('[role="treeitem"]');
    return this.#all.find(({index}) => item?.id === `ingredient-${index}`);
  }

  readonly #onClick = (event: Event) => {
    const node = this.#nodeOf(event);
    if (!node) return;
    node.isOpen = !node.isOpen;
    this.#focus(node);
  };

  readonly #onKey = (event: KeyboardEvent) => {
    const {key, ctrlKey, altKey, metaKey} = event;
    const node = this.#nodeOf(event);
    if (!node || ctrlKey || altKey || metaKey) return;
    const isMirrored = getComputedStyle(event.currentTarget as Element).direction === 'rtl';
    const visible = (nodes: readonly IngredientNode[]): IngredientNode[] =>
      nodes.flatMap((shown) => [shown, ...(shown.isOpen ? visible(shown.children) : [])]);
    const move = moved(isMirrored, key, node, visible(this.#roots));
    if (move?.name === 'focus') this.#focus(move.node ?? node);
    else if (move) node.isOpen = move.name === 'open';
    else if (key === 'Enter' || key === ' ') node.isOpen = !node.isOpen;
    else return;
    event.preventDefault();
    this.#host.requestUpdate();
  };

  #focus(node: TreeNode) {
    this.#active = node;
    this.#host.requestUpdate();
    this.#host.renderRoot.querySelector<HTMLElement>(`#ingredient-${node.index}`)?.focus();
  }
}
