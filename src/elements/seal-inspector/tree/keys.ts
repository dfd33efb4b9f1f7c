import {moved} from './moves.js';
import type {TreeNode} from './nodes.js';
import {treeitem} from './rows.js';
import type {TreeFocus} from './tree-focus.js';
import type {TreeState} from './tree-state.js';
import {Typing} from './typing.js';

/** What keys do. */
export interface KeyActions {
  focus: (node: TreeNode | undefined) => void;
  toggle: (node: TreeNode, isOpen?: boolean) => void;
  copy: (node: TreeNode) => void;
  clearSearch: () => void;
}

/** The keys of a tree (WAI-ARIA Authoring Practices, tree view), and those of its search. */
export class TreeKeys {
  readonly #state: TreeState;
  readonly #focus: TreeFocus;
  readonly #actions: KeyActions;
  readonly #typing = new Typing();

  constructor(state: TreeState, focus: TreeFocus, actions: KeyActions) {
    this.#state = state;
    this.#focus = focus;
    this.#actions = actions;
  }

  readonly onSearchKey = (event: KeyboardEvent) => {
    if (!this.#state.query) return;
    if (event.key === 'Escape') this.#actions.clearSearch();
    else if (event.key === 'Enter') this.#actions.focus(this.#state.firstFound);
    else return;
    // Else a dialog around it would close, or a form be sent.
    event.preventDefault();
    event.stopPropagation();
  };

  readonly onTreeKey = (event: KeyboardEvent) => {
    const {key} = event;
    const target = event.target as HTMLElement;
    const node = target.getAttribute('role') === treeitem ? this.#focus.nodeOf(target) : undefined;
    // Of a link in a card, or of the page's own map.
    if (!node || event.defaultPrevented || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      // What a person has selected is what they want to copy.
      if (key.toLowerCase() !== 'c' || String(document.getSelection())) return;
      this.#actions.copy(node);
    } else if (key === 'Escape' && this.#state.query) this.#actions.clearSearch();
    else if (!this.#means(key, node, target, event.timeStamp)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** False where the key means nothing here. */
  #means(key: string, node: TreeNode, element: HTMLElement, at: number): boolean {
    const {focus, toggle} = this.#actions;
    const isMirrored = getComputedStyle(element).direction === 'rtl';
    const {visible} = this.#state;
    const move = moved(isMirrored, key, node, visible);
    if (move?.name === 'focus') focus(move.node);
    else if (move) toggle(node, move.name === 'open');
    else if (key === 'Enter' || (key === ' ' && !this.#typing.goesOn(at))) toggle(node);
    else if (key === '*') this.#state.openBeside(node);
    else if (key.length === 1) focus(this.#typing.next(key, at, node, visible));
    else return false;
    return true;
  }
}
