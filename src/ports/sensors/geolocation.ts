import type {Gps, UnavailableReason} from '../../model/capture-metadata.js';
import {policyAllows} from '../permissions-policy.js';
import type {Read, Sensor} from './sensor.js';

/** The browser's place, watched so that a picture need not wait for it. */
export interface Geolocator extends Sensor<'gps'> {
  /** A new fix, never one from memory, or why there is none. Never rejects; settles when the signal is aborted. */
  locate(signal: AbortSignal): Promise<Gps>;
}

/** How long the first fix may take before the reason reads `timeout`; later fixes replace it. */
const TIMEOUT_MS = 30_000;
/** A fix of the last seconds is as good as a new one. */
const MAXIMUM_AGE_MS = 10_000;

export class BrowserGeolocator implements Geolocator {
  start(signal: AbortSignal, onChange: () => void): Read<'gps'> {
    let gps: Gps = {unavailableReason: reasonBeforeAsking() ?? 'permission_not_requested'};
    let at: number | undefined;
    const read: Read<'gps'> = () => ({sections: {gps}, at});
    if (reasonBeforeAsking()) return read;
    const take = (next: Gps, time?: number): void => {
      const changed = next.unavailableReason !== gps.unavailableReason;
      [gps, at] = [next, time];
      if (changed) onChange();
    };
    const id = navigator.geolocation.watchPosition(
      (position) => take(gpsOf(position), position.timestamp),
      (error) => take({unavailableReason: reasonOf(error)}),
      {enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS},
    );
    signal.addEventListener('abort', () => navigator.geolocation.clearWatch(id), {once: true});
    return read;
  }

  locate(signal: AbortSignal): Promise<Gps> {
    const reason = reasonBeforeAsking();
    if (reason) return Promise.resolve({unavailableReason: reason});
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve({unavailableReason: 'timeout'}), {once: true});
      navigator.geolocation.getCurrentPosition(
        (position) => resolve(gpsOf(position)),
        (error) => resolve({unavailableReason: reasonOf(error)}),
        {enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0},
      );
    });
  }
}

function reasonBeforeAsking(): UnavailableReason | undefined {
  if (!isSecureContext) return 'insecure_context';
  if (!('geolocation' in navigator)) return 'not_supported';
  return policyAllows('geolocation') ? undefined : 'policy_blocked';
}

function reasonOf({code}: GeolocationPositionError): UnavailableReason {
  switch (code) {
    case GeolocationPositionError.PERMISSION_DENIED:
      return 'permission_denied';
    case GeolocationPositionError.POSITION_UNAVAILABLE:
      return 'not_available';
    case GeolocationPositionError.TIMEOUT:
      return 'timeout';
    default:
      return 'error';
  }
}

/** What the device does not know is left out, never zero. */
export function gpsOf({coords, timestamp}: Pick<GeolocationPosition, 'coords' | 'timestamp'>): Gps {
  return {
    latitude: coords.latitude,
    longitude: coords.longitude,
    latLongAccuracy: coords.accuracy,
    altitude: finite(coords.altitude),
    altitudeAccuracy: finite(coords.altitudeAccuracy),
    speed: finite(coords.speed),
    timestamp: new Date(timestamp).toISOString(),
  };
}

const finite = (value: number | null): number | undefined =>
  value !== null && Number.isFinite(value) ? value : undefined;
