import {
  BrowserMotionPermission,
  type MotionPermission,
} from '../../ports/sensors/motion-permission.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {lateReadings, type CaptureReadings} from '../metadata/late-readings.js';
import type {ProtectionClient} from '../queue/queue-client.js';

/** Provides the metadata of captures. */
export interface Sensing {
  motionPermission: MotionPermission;
  /** Creates the readings of a client, whose effective configuration `config` returns. */
  readings: Promise<(config: () => ProtectionConfig) => CaptureReadings>;
}

let permission: MotionPermission | undefined;

/** The page's shared motion permission: it is requested once for all elements. */
export const sharedMotionPermission = (): MotionPermission =>
  (permission ??= new BrowserMotionPermission());

/** The metadata source for this client's captures. */
export const readingsOf = (client: ProtectionClient, {readings}: Sensing): CaptureReadings =>
  lateReadings(readings, (make) => make(() => client.config));
