import type {ReactiveControllerHost} from 'lit';
import type {TreeNode} from './nodes.js';
import type {TreeState} from './tree-state.js';

export type TreeHost = ReactiveControllerHost & HTMLElement & {renderRoot: ParentNode};

/** Manages the focus among the rows of a tree on the page. */
export class TreeFocus {
  readonly #host: TreeHost;
  readonly #state: TreeState;
  /** True if a row had the focus before the last rendering. */
  #had = false;

  constructor(host: TreeHost, state: TreeState) {
    this.#host = host;
    this.#state = state;
  }

  get box(): HTMLElement | null {
    // There may be another tree, that of the file's sources.
    return this.#host.renderRoot.querySelector('[role="tree"][aria-labelledby="sections"]');
  }

  elementOf(node: TreeNode | undefined): HTMLElement | null {
    return node ? (this.box?.querySelector(`#node-${node.index}`) ?? null) : null;
  }

  nodeOf(target: EventTarget | null): TreeNode | undefined {
    const item = target instanceof Element ? target.closest('[role="treeitem"]') : undefined;
    return item ? this.#state.tree.all[Number(item.id.slice('node-'.length))] : undefined;
  }

  /** To be called before rows are removed or changed, because the focus may be lost with them. */
  remember() {
    this.#had ||= this.#isInside;
  }

  /** To be called afterwards: makes one row reachable by Tab, and restores the focus. */
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
    // A link in a card may have the focus.
    if (had && (!focused || focused.matches('[role="treeitem"]')) && focused !== element)
      element.focus();
  }

  get #isInside(): boolean {
    return this.box?.contains(this.#host.shadowRoot?.activeElement ?? null) === true;
  }
}
