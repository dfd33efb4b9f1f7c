const DIMMING_MS = 120;
const TICK_MS = 10;

/** Shows that the shutter fell. */
export function dim(shade: Element | null) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  shade?.animate([{opacity: 0.6}, {opacity: 0}], {duration: DIMMING_MS, easing: 'ease-out'});
}

/** Lets it be felt, on devices that can. Only Safari lacks `vibrate`. */
export function tick() {
  if ('vibrate' in navigator) navigator.vibrate(TICK_MS);
}
