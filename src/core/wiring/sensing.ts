import {
  BrowserMotionPermission,
  type MotionPermission,
} from '../../ports/sensors/motion-permission.js';
import type {ProtectionConfig} from '../../model/protection-config.js';
import {LateReadings, type CaptureReadings} from '../metadata/late-readings.js';
import type {ProtectionClient} from '../queue/queue-client.js';

/** What tells what captures are sealed with. */
export interface Sensing {
  motionPermission: MotionPermission;
  /** Makes the readings of a client whose effective configuration `config` returns. */
  readings: Promise<(config: () => ProtectionConfig) => CaptureReadings>;
}

let permission: MotionPermission | undefined;

/** The page's own: motion is asked for once for all elements. */
export const sharedMotionPermission = (): MotionPermission =>
  (permission ??= new BrowserMotionPermission());

/** What captures of this client are sealed with. */
export const readingsOf = (client: ProtectionClient, {readings}: Sensing): CaptureReadings =>
  new LateReadings(readings.then((make) => make(() => client.config)));
