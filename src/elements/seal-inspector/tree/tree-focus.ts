import type {ReactiveControllerHost} from 'lit';
import type {TreeNode} from './nodes.js';
import type {TreeState} from './tree-state.js';

export type TreeHost = ReactiveControllerHost & HTMLElement & {renderRoot: ParentNode};

/** Where a tree and its rows are on the page, and which has the focus. */
export class TreeFocus {
  readonly #host: TreeHost;
  readonly #state: TreeState;
  /** Before the host was rendered anew. */
  #had = false;

  constructor(host: TreeHost, state: TreeState) {
    this.#host = host;
    this.#state = state;
  }

  get box(): HTMLElement | null {
    // There may be another tree: what the file was made from.
    return this.#host.renderRoot.querySelector('[role="tree"][aria-labelledby="sections"]');
  }

  elementOf(node: TreeNode | undefined): HTMLElement | null {
    return node ? (this.box?.querySelector(`#node-${node.index}`) ?? null) : null;
  }

  nodeOf(target: EventTarget | null): TreeNode | undefined {
    const item = target instanceof Element ? target.closest('[role="treeitem"]') : undefined;
    return item ? this.#state.tree.all[Number(item.id.slice('node-'.length))] : undefined;
  }

  /** Before rows go away or change: the focus may go with them. */
  remember() {
    this.#had ||= this.#isInside;
  }

  /** After it: one row is in the order of the tab key, and keeps the focus where it had it. */
  settle() {
    const had = this.#had;
    this.#had = false;
    const element = this.elementOf(this.#state.tabbable);
    for (const other of this.box?.querySelectorAll<HTMLElement>(
      '[role="treeitem"][tabindex="0"]',
    ) ?? [])
      if (other !== element) other.tabIndex = -1;
    if (!element) return;
    element.tabIndex = 0;
    const {activeElement: focused} = this.#host.shadowRoot ?? {};
    // A link in a card may have it.
    if (had && (!focused || focused.matches('[role="treeitem"]')) && focused !== element)
      element.focus();
  }

  get #isInside(): boolean {
    return this.box?.contains(this.#host.shadowRoot?.activeElement ?? null) === true;
  }
}
