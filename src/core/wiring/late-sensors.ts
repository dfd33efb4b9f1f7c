import type {Geolocator} from '../../ports/sensors/geolocation.js';
import type {MotionPermission} from '../../ports/sensors/motion-permission.js';
import type {Read, Readings, SensedSection, Sensor} from '../../ports/sensors/sensor.js';
import {pause} from '../async/pause.js';
import type {SensorPorts} from '../metadata/running-sensors.js';

/** Milliseconds until the sensors' code is requested again where it could not be loaded. */
const RETRY_MS = 5_000;

type SlowSensors = Pick<SensorPorts, 'compass' | 'orientation' | 'motion' | 'geolocator'>;
type Load = () => Promise<{slowSensors(permission: MotionPermission): SlowSensors}>;

/**
 * The sensors whose first value takes a moment. Their code is requested at once, apart from the page's own, and no
 * capture waits for it: until it is there, a sensor has no value, as before its first reading.
 */
export function lateSensors(
  permission: MotionPermission,
  load: Load = () => import('../../ports/sensors/slow-sensors.js'),
  retryAfter = RETRY_MS,
): SlowSensors {
  let sensors: SlowSensors | undefined;
  let loading: Promise<SlowSensors> | undefined;
  let isPlaceRequested = false;

  const begin = async (): Promise<SlowSensors> => {
    try {
      sensors = (await load()).slowSensors(permission);
    } catch (error) {
      loading = undefined;
      throw error;
    }
    if (isPlaceRequested) sensors.geolocator.request();
    return sensors;
  };
  const loaded = (): Promise<SlowSensors> => (loading ??= begin());

  const late = <Name extends SensedSection>(
    of: (sensors: SlowSensors) => Sensor<Name>,
  ): Sensor<Name> => ({
    start(signal, onChange) {
      if (sensors) return of(sensors).start(signal, onChange);
      let read: Read<Name> = () => ({sections: {}}) as Readings<Name>;
      const follow = async (): Promise<void> => {
        while (!signal.aborted) {
          const found = await loaded().catch(() => pause(retryAfter, signal));
          if (!found || signal.aborted) continue;
          read = of(found).start(signal, onChange);
          return onChange();
        }
      };
      void follow();
      return () => read();
    },
  });

  const geolocator: Geolocator = {
    ...late((sensors) => sensors.geolocator),
    request() {
      isPlaceRequested = true;
      sensors?.geolocator.request();
    },
    locate: (signal) =>
      loaded().then(
        ({geolocator}) => geolocator.locate(signal),
        () => ({unavailableReason: 'not_available'}),
      ),
  };
  void loaded().catch(() => undefined);
  return {
    geolocator,
    compass: late((sensors) => sensors.compass),
    orientation: late((sensors) => sensors.orientation),
    motion: late((sensors) => sensors.motion),
  };
}
