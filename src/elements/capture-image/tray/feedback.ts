const DIMMING_MS = 120;
/** Two paints: a smooth fade has the whole picture drawn anew while it is being encoded, and doubles its time. */
const DIMMING_EASING = 'steps(2, end)';
const TICK_MS = 10;

/** Shows that the shutter fell. */
export function dim(shade: Element | null) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const fade = [{opacity: 0.6}, {opacity: 0}];
  shade?.animate(fade, {duration: DIMMING_MS, easing: DIMMING_EASING});
}

/** Lets it be felt, on devices that can. Only Safari lacks `vibrate`. */
export function tick() {
  if ('vibrate' in navigator) navigator.vibrate(TICK_MS);
}
