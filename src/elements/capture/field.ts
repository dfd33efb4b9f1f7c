/** Whether a key is meant for what a person writes or chooses in. A slider is no such field: it reads arrows alone. */
export function isField(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=range]), textarea, select'))
  );
}
