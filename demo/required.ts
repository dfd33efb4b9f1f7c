/** The element of the page with this tag or selector. */
export function required<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
): HTMLElementTagNameMap[Tag];
export function required<E extends HTMLElement = HTMLElement>(selector: string): E;
export function required(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}
