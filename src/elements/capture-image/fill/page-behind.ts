/**
 * Makes everything in the page but this element, its ancestors and its descendants inert, and stops the page from
 * scrolling. Returns what restores it.
 */
export function lockPage(element: Element): () => void {
  const locked = [...besides(element)].filter((other) => !other.inert);
  for (const other of locked) other.inert = true;
  const {style} = document.documentElement;
  const {overflow} = style;
  style.overflow = 'hidden';
  return () => {
    for (const other of locked) other.inert = false;
    style.overflow = overflow;
  };
}

/** The siblings of the element and of its ancestors, in all shadow trees around it. */
function* besides(element: Element): Iterable<HTMLElement> {
  let node: Node | null | undefined = element;
  while (node && node !== document.body) {
    for (const other of (node.parentNode?.children ?? []) as Iterable<Element>) {
      // A closed dialog or popover cannot be reached, and the page may open it.
      if (other !== node && other instanceof HTMLElement && !other.matches('dialog, [popover]')) {
        yield other;
      }
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
