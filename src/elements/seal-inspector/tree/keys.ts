import {moved} from './moves.js';
import type {TreeNode} from './nodes.js';
import {RowActions} from './row-actions.js';
import {treeitem} from './rows.js';
import type {TreeFocus} from './tree-focus.js';
import type {TreeState} from './tree-state.js';
import {Typing} from './typing.js';

/** Actions of keys. */
export interface KeyActions {
  focus: (node: TreeNode | undefined) => void;
  toggle: (node: TreeNode, isOpen?: boolean) => void;
  copy: (node: TreeNode) => void;
  showButtons: (node: TreeNode) => void;
  clearSearch: () => void;
}

/** Handles the keys of a tree (ARIA Authoring Practices, tree view), and of its search. */
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
    // Otherwise a surrounding dialog would close, or a form be sent.
    event.preventDefault();
    event.stopPropagation();
  };

  readonly onTreeKey = (event: KeyboardEvent) => {
    const {key} = event;
    const target = event.target as HTMLElement;
    const isButton = RowActions.pressed(target) !== undefined;
    const isRow = target.getAttribute('role') === treeitem;
    const node = isRow || isButton ? this.#focus.nodeOf(target) : undefined;
    // Keys of a link in a card, or of the page's own map.
    if (!node || event.defaultPrevented || event.altKey) return;
    // The pointer may have moved the buttons to another row.
    if (key === 'Tab' && isRow) this.#actions.showButtons(node);
    if (event.ctrlKey || event.metaKey) {
      // A selection is what the person wants to copy.
      if (key.toLowerCase() !== 'c' || String(document.getSelection())) return;
      this.#actions.copy(node);
    } else if (key === 'Escape' && this.#state.query) this.#actions.clearSearch();
    else if (!(isRow ? this.#onRow(event, node, target) : this.#onButton(key, node))) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** False if the key has no function here. */
  #onRow({key, timeStamp}: KeyboardEvent, node: TreeNode, row: HTMLElement): boolean {
    const {focus, toggle} = this.#actions;
    const isMirrored = getComputedStyle(row).direction === 'rtl';
    const {visible} = this.#state;
    const move = moved(isMirrored, key, node, visible);
    if (move?.name === 'focus') focus(move.node);
    else if (move) toggle(node, move.name === 'open');
    else if (key === 'Enter' || (key === ' ' && !this.#typing.goesOn(timeStamp))) toggle(node);
    else if (key === '*') this.#state.openBeside(node);
    else if (key.length === 1) focus(this.#typing.next(key, timeStamp, node, visible));
    else return false;
    return true;
  }

  /** Returns the focus to the row. */
  #onButton(key: string, node: TreeNode): boolean {
    const isArrow = key.startsWith('Arrow');
    if (isArrow) this.#actions.focus(node);
    return isArrow;
  }
}
