/** The part of a window that reports the rotation of its screen. */
interface Turned {
  readonly screen: {readonly orientation?: {readonly angle: number}};
}

/**
 * Degrees by which the page is rotated against the device's own upright position; 0 if the browser does not report
 * it.
 */
export const screenAngle = ({screen}: Turned = window): number => screen.orientation?.angle ?? 0;
