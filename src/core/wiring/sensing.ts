import {report} from '../../ports/browser/report.js';
import {
  BrowserMotionPermission,
  type MotionPermission,
} from '../../ports/sensors/motion-permission.js';
import type {ProtectionConfig} from '../../model/protection-config.js';
import {LateReadings, type CaptureReadings} from '../metadata/late-readings.js';
import type {ProtectionClient} from '../queue/queue-client.js';
import {capturing} from './page-queue.js';

/** What tells what captures are sealed with. */
export interface Sensing {
  motionPermission: MotionPermission;
  /** Makes the readings of a client whose effective configuration `config` returns. */
  readings: Promise<(config: () => ProtectionConfig) => CaptureReadings>;
}

let shared: Sensing | undefined;

/** The page's own, which asks for motion once for all elements. */
export const sharedSensing = (): Sensing => (shared ??= openSensing());

function openSensing(): Sensing {
  const motionPermission = new BrowserMotionPermission();
  const readings = capturing().arrival.then(({browserReadings}) =>
    browserReadings(motionPermission, report),
  );
  return {motionPermission, readings};
}

/** What captures of this client are sealed with. */
export const readingsOf = (client: ProtectionClient, {readings}: Sensing): CaptureReadings =>
  new LateReadings(readings.then((make) => make(() => client.config)));
