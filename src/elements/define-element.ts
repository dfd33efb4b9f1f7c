let hasWarned = false;

/**
 * Defines an element. If the page has an element of that name from another copy or version of this package, that
 * one stays; the console warns once, and code that imports this copy continues.
 */
export function defineElement(name: string, constructor: CustomElementConstructor): void {
  if (!customElements.get(name)) {
    customElements.define(name, constructor);
    return;
  }
  if (hasWarned) return;
  hasWarned = true;
  console.warn(
    `sealed-capture is on this page twice: <${name}> is defined, and its first copy is used. Load one copy alone.`,
  );
}
