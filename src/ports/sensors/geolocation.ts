import type {Gps, UnavailableReason} from '../../model/capture-metadata.js';
import {finite} from './finite.js';
import {obstacle, type SourceTarget} from './obstacle.js';
import type {Read, Sensor} from './sensor.js';

/** The browser's place, watched so that a picture need not wait for it. */
export interface Geolocator extends Sensor<'gps'> {
  /** A new fix, never one from memory, or why there is none. Never rejects; settles when the signal is aborted. */
  locate(signal: AbortSignal): Promise<Gps>;
}

export interface GeolocationTarget extends SourceTarget {
  readonly navigator: {
    readonly geolocation?: Geolocation;
    readonly permissions?: Pick<Permissions, 'query'>;
  };
}

/** How long the first fix may take before the reason reads `timeout`; later fixes replace it. */
const TIMEOUT_MS = 30_000;
/** A fix of the last seconds is as good as a new one. */
const MAXIMUM_AGE_MS = 10_000;

/** A fix is kept, with its time, while newer ones fail; not where the permission is taken away. */
export class BrowserGeolocator implements Geolocator {
  readonly #target: GeolocationTarget;

  constructor(target: GeolocationTarget = window) {
    this.#target = target;
  }

  start(signal: AbortSignal, onChange: () => void): Read<'gps'> {
    const {geolocation, permissions} = this.#target.navigator;
    const known = this.#obstacle();
    let gps: Gps = {unavailableReason: known ?? 'not_available'};
    let at: number | undefined;
    const read: Read<'gps'> = () => ({sections: {gps}, at});
    if (known || !geolocation || signal.aborted) return read;

    const take = (next: Gps, time?: number): void => {
      if (signal.aborted) return;
      const isNews = next.unavailableReason !== gps.unavailableReason;
      [gps, at] = [next, time];
      if (isNews) onChange();
    };
    const lack = (reason: UnavailableReason): void => {
      if (!at || reason.startsWith('permission')) take({unavailableReason: reason});
    };
    let id: number | undefined;
    const stop = (): void => {
      if (id !== undefined) geolocation.clearWatch(id);
    };
    const watch = (): void => {
      stop();
      try {
        id = geolocation.watchPosition(
          (position) => take(gpsOf(position), position.timestamp),
          (error) => lack(reasonOf(error)),
          {enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: MAXIMUM_AGE_MS},
        );
      } catch (thrown) {
        lack(reasonOf(thrown));
      }
    };
    signal.addEventListener('abort', stop, {once: true});
    watch();
    permissions
      ?.query({name: 'geolocation'})
      .then((status) => {
        const tell = (): void => {
          if (status.state === 'denied') lack('permission_denied');
          else lack(status.state === 'prompt' ? 'permission_not_requested' : 'not_available');
        };
        const onPermission = (): void => {
          tell();
          // A watch that was refused is dead.
          if (status.state === 'granted') watch();
        };
        status.addEventListener('change', onPermission, {signal});
        // What the watch was told meanwhile is closer to the truth: the system may refuse what the browser grants.
        if (gps.unavailableReason === 'not_available') tell();
      })
      .catch(() => undefined);
    return read;
  }

  locate(signal: AbortSignal): Promise<Gps> {
    const {geolocation} = this.#target.navigator;
    const known = this.#obstacle();
    return new Promise((resolve) => {
      const settle = (gps: Gps): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(gps);
      };
      const lack = (unavailableReason: UnavailableReason): void => settle({unavailableReason});
      const onAbort = (): void => lack('timeout');
      if (known) return lack(known);
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort);
      try {
        geolocation?.getCurrentPosition(
          (position) => settle(gpsOf(position)),
          (error) => lack(reasonOf(error)),
          {enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0},
        );
      } catch (thrown) {
        lack(reasonOf(thrown));
      }
    });
  }

  #obstacle(): UnavailableReason | undefined {
    return obstacle(this.#target, !!this.#target.navigator.geolocation, 'geolocation');
  }
}

/** Of a GeolocationPositionError, or of what the browser threw (DOMException's SECURITY_ERR is 18). */
function reasonOf(thrown: unknown): UnavailableReason {
  switch ((thrown as {code?: number}).code) {
    case 1:
      return 'permission_denied';
    case 2:
      return 'not_available';
    case 3:
      return 'timeout';
    case 18:
      return 'policy_blocked';
    default:
      return 'error';
  }
}

function gpsOf({coords, timestamp}: GeolocationPosition): Gps {
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
