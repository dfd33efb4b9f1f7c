/** True if a key belongs to a text field or a list. A slider does not count, because it only handles arrows. */
export function isField(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=range]), textarea, select'))
  );
}
