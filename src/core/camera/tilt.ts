/** How the device is held, in degrees, as the seal's section has it. */
interface Attitude {
  pitch?: number;
  roll?: number;
}

/** Share of gravity in the plane of the screen below which the device lies too flat to say which way is up. */
const FLAT = 0.3;
/** Deviation in degrees that still counts as level. */
const LEVEL = 1;

/** A degree in radians. */
export const RADIAN = Math.PI / 180;

/**
 * Rotation of the horizon on the screen, in degrees clockwise, in (-180, 180]; 0 while the device is held upright.
 * `screenAngle` is the angle by which the browser has rotated the page. Undefined if the device lies flat or reports
 * no attitude.
 */
export function tiltOf({pitch, roll}: Attitude, screenAngle: number): number | undefined {
  if (pitch === undefined || roll === undefined) return undefined;
  // The direction of "up", along the axes of the screen.
  const right = -Math.cos(pitch * RADIAN) * Math.sin(roll * RADIAN);
  const top = Math.sin(pitch * RADIAN);
  if (Math.hypot(right, top) < FLAT) return undefined;
  const turned = Math.atan2(right, top) / RADIAN - screenAngle;
  return 180 - modulo(180 - turned, 360);
}

/**
 * Returns the quarter turn that is at most a degree away; undefined if there is none. A picture that is taken on its
 * side is level too.
 */
export function levelOf(tilt: number): number | undefined {
  const quarter = Math.round(tilt / 90) * 90 + 0;
  return Math.abs(tilt - quarter) <= LEVEL ? quarter : undefined;
}

/** Degrees to the nearest quarter turn. */
export const offLevel = (tilt: number): number => Math.abs(tilt - Math.round(tilt / 90) * 90);

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
