/** Whole screens above and below the visible one whose rows have content. */
const AHEAD = '100% 0px';

interface RowsActions {
  /** Fills the row, or empties it if it is far from what is visible. */
  fill: (item: HTMLLIElement, captureId: string, isNear: boolean) => void;
  /** Called after other rows are near. */
  moved: () => void;
}

/**
 * The items of a long list. Only those near the visible part have content, so that a list of a thousand photos is shown and
 * scrolled as fast as one of ten.
 */
export class ListRows {
  readonly list: HTMLUListElement;
  readonly #actions: RowsActions;
  readonly #items = new Map<string, HTMLLIElement>();
  readonly #ids = new WeakMap<Element, string>();
  readonly #near = new Set<string>();
  #observer?: IntersectionObserver;

  constructor(actions: RowsActions) {
    this.#actions = actions;
    this.list = document.createElement('ul');
    this.list.className = 'rows';
    // Safari takes the role from lists without bullets.
    this.list.role = 'list';
  }

  /** Ids of the rows that have content, in the order of the list. */
  get near(): readonly string[] {
    return [...this.#items.keys()].filter((captureId) => this.#near.has(captureId));
  }

  /** Begins to watch what is visible. `root` scrolls the list. */
  watch(root: Element) {
    this.#observer = new IntersectionObserver(this.#onSeen, {root, rootMargin: AHEAD});
    for (const item of this.#items.values()) this.#observer.observe(item);
  }

  /** Removes all rows. */
  clear() {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#items.clear();
    this.#near.clear();
    this.list.replaceChildren();
  }

  /** Shows these photos, in this order. Rows that stay keep their place, focus and content. */
  show(captureIds: readonly string[]) {
    const wanted = new Set(captureIds);
    for (const [captureId, item] of this.#items) {
      if (wanted.has(captureId)) continue;
      this.#observer?.unobserve(item);
      this.#items.delete(captureId);
      this.#near.delete(captureId);
      item.remove();
    }
    const before = new Map(this.#items);
    this.#items.clear();
    let next = this.list.firstChild;
    for (const captureId of captureIds) {
      const item = before.get(captureId) ?? this.#made(captureId);
      this.#items.set(captureId, item);
      if (item === next) next = next.nextSibling;
      else this.list.insertBefore(item, next);
    }
    for (const captureId of this.#near) this.fill(captureId);
  }

  /** Renders the row again if it has content. */
  fill(captureId: string) {
    const item = this.#items.get(captureId);
    if (item && this.#near.has(captureId)) this.#actions.fill(item, captureId, true);
  }

  /** Focuses the main button of the row that is `by` rows from the one with the focus. Returns false without such a row. */
  move(from: Element, by: number): boolean {
    const ids = [...this.#items.keys()];
    const row = from.closest('li');
    const index = row ? ids.indexOf(this.#ids.get(row) ?? '') : -1;
    return this.focus(ids[Math.min(ids.length - 1, Math.max(0, index + by))]);
  }

  focus(captureId: string | undefined): boolean {
    const item = captureId === undefined ? undefined : this.#items.get(captureId);
    if (!item || captureId === undefined) return false;
    this.#near.add(captureId);
    this.fill(captureId);
    item.querySelector<HTMLElement>('.photo')?.focus();
    return true;
  }

  #made(captureId: string): HTMLLIElement {
    const item = document.createElement('li');
    this.#ids.set(item, captureId);
    this.#observer?.observe(item);
    return item;
  }

  readonly #onSeen = (entries: readonly IntersectionObserverEntry[]) => {
    for (const {target, isIntersecting} of entries) {
      const captureId = this.#ids.get(target) ?? '';
      const item = this.#items.get(captureId);
      // The row that has the focus keeps it, wherever the list is scrolled to.
      const isNear = isIntersecting || target.matches(':focus-within');
      if (!item || isNear === this.#near.has(captureId)) continue;
      if (isNear) this.#near.add(captureId);
      else this.#near.delete(captureId);
      this.#actions.fill(item, captureId, isNear);
    }
    this.#actions.moved();
  };
}
