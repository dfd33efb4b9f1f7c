import {BrowserCompass} from './compass.js';
import {BrowserGeolocator} from './geolocation.js';
import type {MotionPermission} from './motion-permission.js';
import {BrowserMotion} from './motion.js';
import {BrowserOrientation} from './orientation.js';

/** The browser's sensors whose first value takes a moment. `core/wiring` loads this file after the page's own code. */
export const slowSensors = (permission: MotionPermission) => ({
  compass: new BrowserCompass(permission),
  orientation: new BrowserOrientation(permission),
  motion: new BrowserMotion(permission),
  geolocator: new BrowserGeolocator(),
});
