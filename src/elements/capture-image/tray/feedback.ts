const DIMMING_MS = 120;
/**
 * Two paints only: with a smooth fade the whole picture would be repainted during its encoding, which would take
 * twice as long.
 */
const DIMMING_EASING = 'steps(2, end)';
const TICK_MS = 10;

/** Shows that a picture was taken. */
export function dim(shade: Element | null) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const fade = [{opacity: 0.6}, {opacity: 0}];
  shade?.animate(fade, {duration: DIMMING_MS, easing: DIMMING_EASING});
}

/** Vibrates shortly on devices that can. Only Safari lacks `vibrate`. */
export function tick() {
  if ('vibrate' in navigator) navigator.vibrate(TICK_MS);
}
