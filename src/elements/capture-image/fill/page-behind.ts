/** The elements that cover the page, the uppermost last. There is one lock for all of them. */
const covering: HTMLElement[] = [];
/** What the lock has made inert. */
let locked: readonly HTMLElement[] = [];
/** The page's own `overflow`, while there is a lock. */
let overflow = '';

/** True while an element covers the page. */
const isPageCovered = (): boolean => covering.length > 0;

/**
 * Makes everything in the page but this element, its ancestors and its descendants inert, and stops the page from
 * scrolling. Returns what restores it: if other elements cover the page, for the uppermost of them.
 */
export function lockPage(element: HTMLElement): () => void {
  const {style} = document.documentElement;
  if (!isPageCovered()) {
    ({overflow} = style);
    style.overflow = 'hidden';
  }
  covering.push(element);
  lockBehind();
  return () => {
    covering.splice(covering.indexOf(element), 1);
    lockBehind();
    if (!isPageCovered()) style.overflow = overflow;
  };
}

/** Makes inert what is behind the uppermost element, and nothing else. */
function lockBehind() {
  for (const other of locked) other.inert = false;
  const top = covering.at(-1);
  const behind = top ? [...besides(top), ...covering.slice(0, -1)] : [];
  locked = [...new Set(behind)].filter((other) => !other.inert);
  for (const other of locked) other.inert = true;
}

/**
 * A closed dialog or popover cannot be reached, and the page may open it. A modal dialog makes the rest of the page inert
 * itself. `:is` ignores what an older browser does not know.
 */
const FREE = ':is(dialog:not([open]), :modal, [popover])';

/** The siblings of the element and of its ancestors, in all shadow trees around it. */
function* besides(element: Element): Iterable<HTMLElement> {
  let node: Node | null | undefined = element;
  while (node && node !== document.body) {
    for (const other of (node.parentNode?.children ?? []) as Iterable<Element>) {
      if (other !== node && other instanceof HTMLElement && !other.matches(FREE)) yield other;
    }
    const {assignedSlot, host} = node as Partial<Element & ShadowRoot>;
    node = assignedSlot ?? node.parentNode ?? host;
  }
}

/** The element that has the focus, in whatever shadow tree. */
export function focusedInPage(): HTMLElement | undefined {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused instanceof HTMLElement ? focused : undefined;
}
