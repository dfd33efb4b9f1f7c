/** Whole screens above and below the visible one whose rows are in the document. */
const AHEAD = '100% 0px';
/** Rows of a group. Divisible by the numbers of columns, so that only the last group can have an incomplete line. */
const SIZE = 6;
/** Maximum number of removed rows in memory. */
const MOST_SPARE = 4 * SIZE;

interface RowsActions {
  /** Renders the content of a row. */
  fill: (row: HTMLElement, captureId: string) => void;
  /** Called after other rows are near. */
  moved: () => void;
}

interface Group {
  readonly element: HTMLElement;
  isNear: boolean;
}

/**
 * The rows of a long list, in groups. Only the groups near the visible part have rows; the others are empty and keep their
 * height. The browser lays out and observes what is near, so that a list of a thousand photos is as fast as one of fifty.
 */
export class ListRows {
  readonly list = document.createElement('div');
  readonly #actions: RowsActions;
  #captureIds: readonly string[] = [];
  #groups: Group[] = [];
  /** The rows in the document. */
  readonly #rows = new Map<string, HTMLElement>();
  /** Rows of groups that are far now, to be used again: collecting the garbage of new ones would stop the scrolling. */
  readonly #spare: HTMLElement[] = [];
  #root?: Element;
  #observer?: IntersectionObserver;
  #resized?: ResizeObserver;

  constructor(actions: RowsActions) {
    this.#actions = actions;
    this.list.className = 'rows';
    // Not `ul`: its items have to be its children.
    this.list.role = 'list';
  }

  /** Ids of the rows in the document, in the order of the list. */
  get near(): readonly string[] {
    return this.#groups.flatMap(({isNear}, index) => (isNear ? this.#idsOf(index) : []));
  }

  /** Ids of the rows that are at least partly in view. */
  get visible(): readonly string[] {
    const view = this.#root?.getBoundingClientRect();
    return this.near.filter((captureId) => {
      const row = this.#rows.get(captureId)?.getBoundingClientRect();
      return view && row && row.bottom > view.top && row.top < view.bottom;
    });
  }

  /** Begins to watch what is visible. `root` scrolls the list. */
  watch(root: Element) {
    this.#root = root;
    this.#observer = new IntersectionObserver(this.#onSeen, {root, rootMargin: AHEAD});
    for (const {element} of this.#groups) this.#observer.observe(element);
    this.#resized = new ResizeObserver(this.#onResized);
    this.#resized.observe(root);
  }

  /** Removes all rows. */
  clear() {
    this.#observer?.disconnect();
    this.#resized?.disconnect();
    this.#observer = this.#resized = undefined;
    this.#captureIds = [];
    this.#groups = [];
    this.#rows.clear();
    this.#spare.length = 0;
    this.list.replaceChildren();
  }

  /** Shows these photos, in this order. Rows that stay keep their focus and content. */
  show(captureIds: readonly string[]) {
    const {activeElement} = this.list.getRootNode() as Document | ShadowRoot;
    const focused = activeElement && this.list.contains(activeElement) ? activeElement : undefined;
    const place = focused ? this.#captureIds.indexOf(this.idAt(focused) ?? '') : -1;
    const focusedId = this.#captureIds[place];
    this.#captureIds = captureIds;
    const count = Math.ceil(captureIds.length / SIZE);
    for (const {element} of this.#groups.splice(count)) {
      this.#observer?.unobserve(element);
      element.remove();
    }
    while (this.#groups.length < count) this.#addGroup();
    for (const [index, {element}] of this.#groups.entries()) {
      element.style.setProperty('--rows', String(this.#idsOf(index).length));
      this.#arrange(index);
    }
    this.#dropFar();
    if (!(focused instanceof HTMLElement)) return;
    // A row that moves to another group loses the focus; its control, or the whole row, may be gone.
    if (this.list.contains(focused)) focused.focus({preventScroll: true});
    else if (!this.focus(focusedId)) this.focus(captureIds[Math.min(place, captureIds.length - 1)]);
  }

  /** Renders the row again if it is in the document. */
  fill(captureId: string) {
    const row = this.#rows.get(captureId);
    if (row) this.#actions.fill(row, captureId);
  }

  /** Focuses the main control of the row that is `by` rows from the one with the focus. Returns false without such a row. */
  move(from: Element, by: number): boolean {
    const index = this.#captureIds.indexOf(this.idAt(from) ?? '');
    const last = this.#captureIds.length - 1;
    return this.focus(this.#captureIds[Math.min(last, Math.max(0, index + by))]);
  }

  focus(captureId: string | undefined): boolean {
    const index = this.#captureIds.findIndex((one) => one === captureId);
    const group = this.#groups[Math.floor(index / SIZE)];
    if (!group || captureId === undefined) return false;
    if (!group.isNear) {
      group.isNear = true;
      this.#arrange(Math.floor(index / SIZE));
    }
    this.#rows.get(captureId)?.querySelector<HTMLElement>('[data-main]')?.focus();
    return true;
  }

  /** The id of the row in which this element is. */
  idAt(target: Element): string | undefined {
    const row = target.closest('.row');
    return this.#captureIds.find((captureId) => this.#rows.get(captureId) === row);
  }

  #idsOf(group: number): readonly string[] {
    return this.#captureIds.slice(group * SIZE, (group + 1) * SIZE);
  }

  #addGroup() {
    const element = document.createElement('div');
    element.className = 'group';
    this.list.append(element);
    // The first rows are visible at once, before the browser has reported that.
    this.#groups.push({element, isNear: this.#groups.length === 0});
    this.#observer?.observe(element);
  }

  /** Puts the rows of a near group in their places, and renders them. */
  #arrange(index: number) {
    const group = this.#groups[index];
    if (!group?.isNear) return;
    group.element.style.blockSize = '';
    let next = group.element.firstChild;
    for (const [place, captureId] of this.#idsOf(index).entries()) {
      const row = this.#rows.get(captureId) ?? this.#made(captureId);
      row.ariaPosInSet = String(index * SIZE + place + 1);
      row.ariaSetSize = String(this.#captureIds.length);
      this.#actions.fill(row, captureId);
      if (row === next) next = next.nextSibling;
      else group.element.insertBefore(row, next);
    }
    while (next) {
      const after = next.nextSibling;
      next.remove();
      next = after;
    }
  }

  #made(captureId: string): HTMLElement {
    const row = this.#spare.pop() ?? document.createElement('div');
    row.className = 'row';
    row.role = 'listitem';
    this.#rows.set(captureId, row);
    return row;
  }

  /** Forgets the rows that are in no near group. */
  #dropFar() {
    const near = new Set(this.near);
    for (const [captureId, row] of this.#rows) {
      if (near.has(captureId)) continue;
      this.#rows.delete(captureId);
      row.remove();
      this.#spare.push(row);
    }
    this.#spare.splice(MOST_SPARE);
  }

  readonly #onSeen = (entries: readonly IntersectionObserverEntry[]) => {
    for (const {target, isIntersecting, boundingClientRect} of entries) {
      const index = this.#groups.findIndex(({element}) => element === target);
      const group = this.#groups[index];
      // The group that has the focus keeps it, wherever the list is scrolled to.
      const isNear = isIntersecting || target.matches(':focus-within');
      if (!group || isNear === group.isNear) continue;
      group.isNear = isNear;
      if (!isNear) group.element.style.blockSize = `${boundingClientRect.height}px`;
    }
    this.#dropFar();
    for (const index of this.#groups.keys()) {
      if (this.#groups[index]?.element.childElementCount === 0) this.#arrange(index);
    }
    this.#actions.moved();
  };

  /** In another width, groups have other heights. */
  readonly #onResized = () => {
    const first = this.#groups[0]?.element;
    if (!first) return;
    const {length} = getComputedStyle(first).gridTemplateColumns.split(' ');
    this.list.style.setProperty('--columns', String(length));
    for (const {element, isNear} of this.#groups) if (!isNear) element.style.blockSize = '';
  };
}
