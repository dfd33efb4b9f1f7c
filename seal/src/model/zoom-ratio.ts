/**
 * Smallest minimum of a zoom range that counts as per cent. Webcams report the zoom in per cent or in units of their
 * own; phones report a ratio, whose minimum is about 1.
 */
const LEAST_PER_CENT = 10;

/**
 * Converts a zoom in the camera's own unit, with the minimum `min`, to a ratio. Undefined for units that start at
 * zero, because these have no ratio.
 */
export function zoomRatio(zoom: number, min = 1): number | undefined {
  if (min >= LEAST_PER_CENT) return zoom / min;
  return min > 0 ? zoom : undefined;
}
