import {canOpen, rowsBelow, type Showing} from './rows.js';
import type {Tree, TreeNode} from './nodes.js';
import {matches, patternOf, search} from './search.js';

/** Which rows are open, raw, found, and reachable by Tab. */
export class TreeState {
  tree: Tree = {roots: [], all: [], absent: []};
  /** The one row that Tab reaches. */
  active?: TreeNode;
  query = '';
  isRaw = false;
  /** Incremented whenever rows have to be drawn again. */
  version = 0;
  /** The roots of the last tree that was not empty. */
  #before: readonly TreeNode[] = [];
  readonly #onChange: () => void;

  /** `onChange` is called when rows have to be drawn again. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /**
   * Replaces the tree. The state of rows that exist in both stays: open, raw, found, and the active row. Returns
   * the number of matches of the search.
   */
  show(tree: Tree): number {
    // A file without a seal has an empty tree, which is skipped.
    if (this.tree.roots.length > 0) this.#before = this.tree.roots;
    const active = this.active;
    this.tree = tree;
    this.active = undefined;
    this.#keep(this.#before, tree.roots, active);
    this.active ??= tree.roots[0];
    this.version++;
    return search(tree.roots, patternOf(this.query), this.isRaw);
  }

  get showing(): Omit<Showing, 'view'> {
    return {pattern: patternOf(this.query), isRaw: this.isRaw};
  }

  /** The visible sections. */
  get roots(): TreeNode[] {
    return this.tree.roots.filter(({isFound}) => isFound);
  }

  /** All visible nodes, in reading order. */
  get visible(): TreeNode[] {
    return this.roots.flatMap((root) => [root, ...rowsBelow(root).map(({node}) => node)]);
  }

  get firstFound(): TreeNode | undefined {
    const {pattern, isRaw} = this.showing;
    return this.visible.find((node) => pattern && matches(node, pattern, isRaw));
  }

  get isAnyOpen(): boolean {
    return this.tree.roots.some(({isOpen}) => isOpen);
  }

  /** The active row, or the visible row that contains it, or the first one. */
  get tabbable(): TreeNode | undefined {
    let node = this.active;
    while (node?.parent && !(node.isFound && isUncovered(node))) node = node.parent;
    if (!node?.isFound) [node] = this.roots;
    return (this.active = node);
  }

  /** Searches the tree; returns the number of matches. */
  search(query: string): number {
    this.query = query;
    const count = search(this.tree.roots, patternOf(query), this.isRaw);
    this.#change();
    return count;
  }

  toggle(node: TreeNode, isOpen: boolean) {
    node.isOpen = isOpen;
    this.#change();
  }

  toggleRaw(node: TreeNode) {
    node.isRaw = !node.isRaw;
    this.#change();
  }

  toggleAll() {
    const isOpen = !this.isAnyOpen;
    for (const node of this.tree.all) if (node.children.length > 0) node.isOpen = isOpen;
    this.#change();
  }

  /** Opens a node's siblings too. */
  openBeside({parent}: TreeNode) {
    for (const node of parent?.children ?? this.tree.roots) if (canOpen(node)) node.isOpen = true;
    this.#change();
  }

  #keep(before: readonly TreeNode[], nodes: readonly TreeNode[], active?: TreeNode) {
    const known = new Map(before.map((node) => [keyOf(node), node]));
    for (const node of nodes) {
      const twin = known.get(keyOf(node));
      if (!twin) continue;
      if (canOpen(node) && canOpen(twin)) node.isOpen = twin.isOpen;
      node.isRaw = twin.isRaw;
      if (twin === active) this.active = node;
      this.#keep(twin.children, node.children, active);
    }
  }

  #change() {
    this.version++;
    this.#onChange();
  }
}

/** A key that is the same in the trees of two results. */
export const keyOf = ({raw: [first], label}: TreeNode): string => first?.[0] ?? label;

/** True if everything that contains the node is open. */
function isUncovered({parent}: TreeNode): boolean {
  return !parent || (parent.isOpen && isUncovered(parent));
}
