import type {Magnetometer, Vector} from '@sealed-capture/seal/model/capture-metadata.js';
import {finite} from './finite.js';
import {magneticField, type FieldTarget} from './magnetic-field.js';
import {hear, isWebKitForIOS, type MotionTarget} from './motion-events.js';
import type {MotionPermission} from './motion-permission.js';
import type {Read, Sensor} from './sensor.js';

/** WebKit for iOS adds these. Degrees; a negative accuracy means that the heading is unknown. */
interface CompassEvent extends DeviceOrientationEvent {
  readonly webkitCompassHeading?: number | null;
  readonly webkitCompassAccuracy?: number | null;
}

/**
 * Where the device points, in degrees clockwise from magnetic north, [0, 360), and the magnetic field around the
 * device in microtesla, in the axes of `motion.ts`.
 *
 * The heading is the direction in which the back camera looks, however the device is turned about that (W3C Device
 * Orientation, worked example, by the rotation matrix). Within 30° of lying flat, on its back or face, where the
 * camera looks at the ground or the sky, it is the direction of the device's top edge. In WebKit for iOS it is the
 * heading of the system's own compass, the only one that reports an accuracy.
 */
export class BrowserCompass implements Sensor<'magnetometer'> {
  readonly #permission: MotionPermission;
  readonly #target: MotionTarget & FieldTarget;

  constructor(permission: MotionPermission, target: MotionTarget & FieldTarget = window) {
    this.#permission = permission;
    this.#target = target;
  }

  start(signal: AbortSignal, onChange: () => void): Read<'magnetometer'> {
    const target = this.#target;
    const type = isWebKitForIOS(target) ? 'deviceorientation' : 'deviceorientationabsolute';
    const read = hear<CompassEvent>({type, hasValues}, target, this.#permission, signal, onChange);
    const readField = magneticField(target, this.#permission, signal, onChange);
    return () => {
      const {event, at, reason} = read();
      const field: Vector = readField();
      const heading = event && headingOf(event);
      let magnetometer: Magnetometer = {unavailableReason: reason ?? 'not_available'};
      if (heading !== undefined) {
        const headingAccuracy = finite(event?.webkitCompassAccuracy);
        magnetometer = {heading, headingAccuracy, field};
      } else if (!field.unavailableReason) magnetometer = {field};
      return {sections: {magnetometer}, at: magnetometer.field && (at ?? target.Date.now())};
    };
  }
}

const hasValues = ({webkitCompassAccuracy, alpha}: CompassEvent): boolean =>
  webkitCompassAccuracy === undefined ? alpha !== null : (webkitCompassAccuracy ?? -1) >= 0;

const RADIANS = Math.PI / 180;
/** The vertical part of a unit vector 30° away from vertical. */
const FLAT = Math.cos(30 * RADIANS);

function headingOf(event: CompassEvent): number | undefined {
  const {webkitCompassHeading, alpha, beta, gamma} = event;
  if (webkitCompassHeading !== undefined) return within(finite(webkitCompassHeading));
  if (alpha === null || beta === null || gamma === null) return undefined;
  const [a, b, c] = [alpha * RADIANS, beta * RADIANS, gamma * RADIANS];
  const [sinA, cosA, sinB, cosB] = [Math.sin(a), Math.cos(a), Math.sin(b), Math.cos(b)];
  const [sinC, cosC] = [Math.sin(c), Math.cos(c)];
  // East and north of the top edge, or of the back camera's direction.
  const [east, north] =
    Math.abs(cosB * cosC) > FLAT
      ? [-sinA * cosB, cosA * cosB]
      : [-cosA * sinC - sinA * sinB * cosC, -sinA * sinC + cosA * sinB * cosC];
  return within(finite(Math.atan2(east, north) / RADIANS));
}

/** Rounds to a thousandth of a degree, in [0, 360). */
const within = (degrees: number | undefined): number | undefined =>
  degrees === undefined ? undefined : (Math.round(degrees * 1000) / 1000 + 360) % 360;
