/** A key that is held down would capture again and again. */
export function onlyOnce(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault();
}
