import {systemClock} from '../../ports/browser/clock.js';
import {BrowserCompass} from '../../ports/sensors/compass.js';
import {BrowserDevice} from '../../ports/sensors/device.js';
import {BrowserGeolocator} from '../../ports/sensors/geolocation.js';
import type {MotionPermission} from '../../ports/sensors/motion-permission.js';
import {BrowserMotion} from '../../ports/sensors/motion.js';
import {BrowserNetwork} from '../../ports/sensors/network.js';
import {BrowserOrientation} from '../../ports/sensors/orientation.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {MetadataReadings} from '../metadata/metadata-readings.js';

/** Creates a client's readings from the browser's sensors. */
export function browserReadings(permission: MotionPermission, report: (problem: unknown) => void) {
  const ports = {
    geolocator: new BrowserGeolocator(),
    compass: new BrowserCompass(permission),
    orientation: new BrowserOrientation(permission),
    motion: new BrowserMotion(permission),
    network: new BrowserNetwork(),
    device: new BrowserDevice(),
    clock: systemClock,
    report,
  };
  return (config: () => ProtectionConfig) => new MetadataReadings(ports, config);
}
