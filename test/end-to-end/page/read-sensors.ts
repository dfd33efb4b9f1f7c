// Reads every sensor of the browser, in a page without a camera. A page that is not secure has none of them.
import {BrowserCompass} from '../../../src/ports/sensors/compass.js';
import {BrowserGeolocator} from '../../../src/ports/sensors/geolocation.js';
import {BrowserMotion} from '../../../src/ports/sensors/motion.js';
import {BrowserMotionPermission} from '../../../src/ports/sensors/motion-permission.js';
import {BrowserOrientation} from '../../../src/ports/sensors/orientation.js';

function readSensors(): object {
  const permission = new BrowserMotionPermission();
  const stopping = new AbortController();
  const sections = [
    new BrowserGeolocator(),
    new BrowserOrientation(permission),
    new BrowserCompass(permission),
    new BrowserMotion(permission),
  ].map((sensor) => sensor.start(stopping.signal, () => undefined)().sections);
  stopping.abort();
  return Object.assign({}, ...sections) as object;
}

Object.assign(window, {readSensors});
