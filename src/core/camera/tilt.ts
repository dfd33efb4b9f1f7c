/** How the device is held, in degrees, as the seal's section has it. */
interface Attitude {
  pitch?: number;
  roll?: number;
}

/** Below this part of gravity in the plane of the screen, the device lies too flat to have an upright. */
const FLAT = 0.3;
/** Degrees off that still count as level. */
const LEVEL = 1;

const RADIAN = Math.PI / 180;

/**
 * By how many degrees the horizon is turned on the screen, clockwise, in (-180, 180]: 0 where the device is held upright.
 * `screenAngle`: what the browser has turned the page by. Undefined where the device lies flat, or tells nothing.
 */
export function tiltOf({pitch, roll}: Attitude, screenAngle: number): number | undefined {
  if (pitch === undefined || roll === undefined) return undefined;
  // Where up is, along the axes of the screen.
  const right = -Math.cos(pitch * RADIAN) * Math.sin(roll * RADIAN);
  const top = Math.sin(pitch * RADIAN);
  if (Math.hypot(right, top) < FLAT) return undefined;
  const turned = Math.atan2(right, top) / RADIAN - screenAngle;
  return 180 - modulo(180 - turned, 360);
}

/** The quarter turn that this is no more than a degree from, else undefined: a picture taken on its side is level, too. */
export function levelOf(tilt: number): number | undefined {
  const quarter = Math.round(tilt / 90) * 90 + 0;
  return Math.abs(tilt - quarter) <= LEVEL ? quarter : undefined;
}

/** Degrees to the nearest quarter turn. */
export const offLevel = (tilt: number): number => Math.abs(tilt - Math.round(tilt / 90) * 90);

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
