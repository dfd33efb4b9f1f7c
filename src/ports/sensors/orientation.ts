import {finite} from './finite.js';
import {hear, type MotionTarget} from './motion-events.js';
import type {MotionPermission} from './motion-permission.js';
import type {Read, Sensor} from './sensor.js';

/**
 * The attitude of the device, by W3C Device Orientation, in degrees: pitch is beta [-180, 180), about the axis
 * across the screen; roll is gamma [-90, 90), about the axis along it; yaw is alpha [0, 360), counter-clockwise
 * seen from above and from an arbitrary start, so it is not a heading. The rotations apply in the order yaw, pitch,
 * roll; all zero means lying flat.
 */
export class BrowserOrientation implements Sensor<'orientation'> {
  readonly #permission: MotionPermission;
  readonly #target: MotionTarget;

  constructor(permission: MotionPermission, target: MotionTarget = window) {
    this.#permission = permission;
    this.#target = target;
  }

  start(signal: AbortSignal, onChange: () => void): Read<'orientation'> {
    const read = hear<DeviceOrientationEvent>(
      {type: 'deviceorientation', hasValues: ({beta}) => Number.isFinite(beta)},
      this.#target,
      this.#permission,
      signal,
      onChange,
    );
    return () => {
      const {event, at, reason} = read();
      if (!event) return {sections: {orientation: {unavailableReason: reason}}};
      const [roll, pitch, yaw] = [event.gamma, event.beta, event.alpha].map(finite);
      return {sections: {orientation: {roll, pitch, yaw}}, at};
    };
  }
}
