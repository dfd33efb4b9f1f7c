import type {SealedAttitude} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {RADIAN, tiltOf} from './tilt.js';

/** How a camera has to be moved to look as it did at another time, in degrees. What is not known is absent. */
export interface Aim {
  /** To the right; negative: to the left. */
  turn?: number;
  /** Up; negative: down. */
  raise?: number;
  /** Clockwise; negative: counter-clockwise. */
  rotate?: number;
}

/** Beyond this angle above or below the horizon, a heading is that of the device's top edge (ports/sensors/compass.ts). */
const STEEP = 60;

/** The angle of the back camera above the horizon. */
const elevationOf = ({roll, pitch}: SealedAttitude): number | undefined =>
  roll === undefined || pitch === undefined
    ? undefined
    : Math.asin(-Math.cos(pitch * RADIAN) * Math.cos(roll * RADIAN)) / RADIAN;

const difference = (
  one: number | undefined,
  other: number | undefined,
  turn: number,
): number | undefined => {
  if (one === undefined || other === undefined) return undefined;
  const apart = one - other;
  // Avoids minus zero.
  return apart - turn * Math.round(apart / turn) + 0;
};

/**
 * `then`: the attitude of a photo. The quarter turn by which a device is held is ignored, because another device may be
 * built the other way.
 */
export function aimOf(then: SealedAttitude, now: SealedAttitude): Aim {
  const [before, after] = [elevationOf(then), elevationOf(now)];
  const isSteep = (angle = 0): boolean => Math.abs(angle) > STEEP;
  const isComparable = isSteep(before) === isSteep(after);
  return {
    turn: isComparable ? difference(then.heading, now.heading, 360) : undefined,
    raise: difference(before, after, 360),
    // A device that is turned clockwise shows the horizon turned the other way.
    rotate: difference(tiltOf(now, 0), tiltOf(then, 0), 90),
  };
}
