/** Drivers of webcams count in per cent, or in units of their own; phones count ratios, from 1 or a bit less. */
const LEAST_PER_CENT = 10;

/**
 * The ratio of a zoom that is counted as the camera counts it, whose least is `min`; undefined where units from zero on tell
 * none.
 */
export function zoomRatio(zoom: number, min = 1): number | undefined {
  if (min >= LEAST_PER_CENT) return zoom / min;
  return min > 0 ? zoom : undefined;
}
