import type {Gps, UnavailableReason} from '../model/capture-metadata.js';
import {policyAllows} from './permissions-policy.js';

/** The browser's place, watched so that a picture need not wait for it. */
export interface Geolocator {
  /** Calls with each fix, or with the reason why there is none, until the signal is aborted. */
  watch(onReading: (gps: Gps) => void, signal: AbortSignal): void;
}

/** How long the first fix may take before the reason reads `timeout`; later fixes replace it. */
const TIMEOUT_MS = 30_000;
/** A fix of the last seconds is as good as a new one. */
const MAXIMUM_AGE_MS = 10_000;

export class BrowserGeolocator implements Geolocator {
  watch(onReading: (gps: Gps) => void, signal: AbortSignal): void {
    const reason = reasonBeforeAsking();
    if (reason) return onReading({unavailableReason: reason});
    onReading({unavailableReason: 'permission_not_requested'});
    const id = navigator.geolocation.watchPosition(
      (position) => onReading(gpsOf(position)),
      (error) => onReading({unavailableReason: reasonOf(error)}),
      {enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS},
    );
    signal.addEventListener('abort', () => navigator.geolocation.clearWatch(id), {once: true});
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
