import type {Vector} from '@sealed-capture/seal/model/capture-metadata.js';
import {finite} from './finite.js';
import {hear, isWebKitForIOS, type MotionTarget} from './motion-events.js';
import type {MotionPermission} from './motion-permission.js';
import type {Read, Sensor} from './sensor.js';

type Axes = Pick<DeviceMotionEventAcceleration, 'x' | 'y' | 'z'>;

/**
 * How the device moves, by W3C Device Orientation, in the axes of the screen held upright: x to its right, y to its
 * top, z out of it towards the person.
 *
 * - `acceleration` (m/s²): without gravity, positive in the direction in which the device is being sped up.
 * - `gravity` (m/s²): what an accelerometer shows at rest, so it points away from the earth: z is about +9.8 where
 *   the device lies on its back. It is the difference of the event's two accelerations, which belong to one moment;
 *   Chrome's GravitySensor comes from the same fusion at the same precision and would be a second sensor to run.
 * - `rotationRate` (degrees/s): x is alpha, y beta and z gamma, counter-clockwise seen from the axis' positive end.
 *
 * WebKit for iOS gives both accelerations as CoreMotion does, with the opposite signs, which are reversed here. Its
 * rotation rates agree.
 */
export class BrowserMotion implements Sensor<'acceleration' | 'gravity' | 'rotationRate'> {
  readonly #permission: MotionPermission;
  readonly #target: MotionTarget;

  constructor(permission: MotionPermission, target: MotionTarget = window) {
    this.#permission = permission;
    this.#target = target;
  }

  start(
    signal: AbortSignal,
    onChange: () => void,
  ): Read<'acceleration' | 'gravity' | 'rotationRate'> {
    const sign = isWebKitForIOS(this.#target) ? -1 : 1;
    const read = hear<DeviceMotionEvent>(
      {type: 'devicemotion', hasValues, steady: true},
      this.#target,
      this.#permission,
      signal,
      onChange,
    );
    return () => {
      const {event, at, reason} = read();
      if (!event) {
        const none: Vector = {unavailableReason: reason};
        return {sections: {acceleration: none, gravity: none, rotationRate: none}};
      }
      const {acceleration, accelerationIncludingGravity, rotationRate} = event;
      const own = axes(acceleration);
      const all = axes(accelerationIncludingGravity);
      const turn = rotationRate && [rotationRate.alpha, rotationRate.beta, rotationRate.gamma];
      const sections = {
        acceleration: vector(own.map((value) => sign * value)),
        gravity: vector(all.map((value, axis) => sign * (value - (own[axis] ?? NaN)))),
        rotationRate: vector((turn ?? []).map(number)),
      };
      return {sections, at};
    };
  }
}

const number = (value: number | null): number => value ?? NaN;
const axes = (found: Axes | null): number[] =>
  found ? [found.x, found.y, found.z].map(number) : [];

const hasValues = (event: DeviceMotionEvent): boolean =>
  (event.accelerationIncludingGravity?.x ?? event.acceleration?.x ?? event.rotationRate?.alpha) !=
  null;

/** Rounds to a thousandth, which exceeds the accuracy of any device's sensor; differences would have more digits. */
function vector(values: number[]): Vector {
  const [x, y, z] = values.map((value) => finite(Math.round(value * 1000) / 1000 + 0));
  return x === undefined || y === undefined || z === undefined
    ? {unavailableReason: 'not_available'}
    : {x, y, z};
}
