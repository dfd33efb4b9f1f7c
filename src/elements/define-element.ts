let hasWarned = false;

/**
 * Defines an element. Where the page has one of that name, of another copy or version of this package, that one stays:
 * the console says so once, and whatever imports this copy goes on.
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
