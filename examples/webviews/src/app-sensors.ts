import type {LocationProvider, Sensors} from 'sealed-capture/core';
import * as v from 'valibot';
import type {AppBridge} from './app-bridge';

const number = (least = -Infinity, most = Infinity) =>
  v.pipe(v.number(), v.finite(), v.minValue(least), v.maxValue(most));
const some = (least?: number, most?: number) => v.optional(number(least, most));

const None = v.object({
  unavailableReason: v.picklist([
    'permission_denied',
    'permission_not_requested',
    'not_supported',
    'not_available',
    'timeout',
    'disabled',
  ]),
});
/** In degrees and meters. */
const Gps = v.object({
  latitude: number(-90, 90),
  longitude: number(-180, 180),
  latLongAccuracy: some(0),
  altitude: some(),
  altitudeAccuracy: some(0),
  speed: some(0),
  speedAccuracy: some(0),
  timestamp: v.optional(v.pipe(v.string(), v.isoTimestamp())),
});
/** In degrees, as in `deviceorientation`: gamma, beta, alpha. */
const Orientation = v.object({
  roll: number(-360, 360),
  pitch: number(-360, 360),
  yaw: number(-360, 360),
});
const Name = v.pipe(v.string(), v.maxLength(64));
const Network = v.object({
  wifi: v.boolean(),
  cellular: v.optional(v.object({technologies: v.pipe(v.array(Name), v.maxLength(16))})),
});
/** In hectopascals. */
const Atmospheric = v.object({pressure: number(0)});

/** The app's answer is untrusted: an invalid one is not used as a reading. */
const reader =
  <Section>(bridge: AppBridge, section: string, shape: v.GenericSchema<unknown, Section>) =>
  async (signal: AbortSignal) => {
    const answer = v.safeParse(v.union([None, shape]), await bridge.ask(section, signal));
    if (answer.success) return answer.output;
    console.warn(`The app's answer for ${section} is no reading.`);
    return {unavailableReason: 'error'} as const;
  };

/** Sensors that use the app's readings, which are better than those of its web view. */
export function appSensors(bridge: AppBridge): {
  locationProvider: LocationProvider;
  sensors: Sensors;
} {
  return {
    locationProvider: {locate: reader(bridge, 'gps', Gps)},
    sensors: {
      orientation: {read: reader(bridge, 'orientation', Orientation)},
      network: {read: reader(bridge, 'network', Network)},
      atmospheric: {read: reader(bridge, 'atmospheric', Atmospheric)},
    },
  };
}
