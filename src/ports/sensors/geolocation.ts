import type {Gps, UnavailableReason} from '@sealed-capture/seal/model/capture-metadata.js';
import {finite} from './finite.js';
import {obstacle, type SourceTarget} from './obstacle.js';
import {followPermission, type PermissionNavigator} from './permission-state.js';
import type {Read, Sensor} from './sensor.js';

/**
 * The browser's location, watched so that a picture need not wait for it. Until permission is given, the browser is
 * not asked before `request`: otherwise a page would ask for the location without any interaction.
 */
export interface Geolocator extends Sensor<'gps'> {
  /** To be called in a person's gesture: from now on the browser may ask for permission, until that is refused. */
  request(): void;
  /**
   * Resolves to a new fix, never a cached one, or why there is none; `permission_not_requested` if the browser
   * would ask and `request` was not called. Never rejects; settles when the signal is aborted.
   */
  locate(signal: AbortSignal): Promise<Gps>;
}

export interface GeolocationTarget extends SourceTarget {
  readonly navigator: PermissionNavigator & {readonly geolocation?: Geolocation};
}

/** Milliseconds for the first fix until the reason is `timeout`; later fixes replace it. */
const TIMEOUT_MS = 30_000;
/** A fix of this age in milliseconds is as good as a new one. */
const MAXIMUM_AGE_MS = 10_000;

/** A running request to the browser. */
interface Watch {
  readonly isOn: boolean;
  begin: () => void;
  stop: () => void;
}

/** A fix is kept, with its time, while newer ones fail; but not if the permission is revoked. */
export class BrowserGeolocator implements Geolocator {
  readonly #target: GeolocationTarget;
  readonly #watches = new Set<Watch>();
  #isRequested = false;

  constructor(target: GeolocationTarget = window) {
    this.#target = target;
  }

  request(): void {
    this.#isRequested = true;
  }

  start(signal: AbortSignal, onChange: () => void): Read<'gps'> {
    const known = this.#obstacle();
    const first = this.#isRequested ? 'not_available' : 'permission_not_requested';
    let gps: Gps = {unavailableReason: known ?? first};
    let at: number | undefined;
    const read: Read<'gps'> = () => ({sections: {gps}, at});
    if (known || signal.aborted) return read;

    const take = (next: Gps, time?: number): void => {
      if (signal.aborted) return;
      const isNews = next.unavailableReason !== gps.unavailableReason;
      [gps, at] = [next, time];
      if (isNews) onChange();
    };
    const lack = (unavailableReason: UnavailableReason): void => {
      if (!at || unavailableReason.startsWith('permission')) take({unavailableReason});
    };
    const watch = this.#watch(
      MAXIMUM_AGE_MS,
      (position) => take(gpsOf(position), position.timestamp),
      lack,
      signal,
    );
    if (this.#isRequested) watch.begin();
    const onPermission = (state: PermissionState, isChange: boolean): void => {
      // The watch's first error is more accurate: the system may refuse what the browser grants.
      if (isChange || gps.unavailableReason === first) lack(reasonIn[state]);
      if (state === 'granted') {
        if (!watch.isOn && gps.unavailableReason !== 'permission_denied') watch.begin();
      } else if (isChange) {
        // After a revocation, the page does not ask again by itself.
        this.#isRequested = false;
        watch.stop();
      }
    };
    void followPermission(this.#target.navigator, 'geolocation', onPermission, signal);
    return read;
  }

  locate(signal: AbortSignal): Promise<Gps> {
    return new Promise((resolve) => {
      const located = new AbortController();
      const settle = (gps: Gps): void => {
        located.abort();
        resolve(gps);
      };
      const lack = (unavailableReason: UnavailableReason): void => settle({unavailableReason});
      const onAbort = (): void => lack('timeout');
      const known = this.#obstacle();
      if (known) return lack(known);
      if (signal.aborted) return onAbort();
      const running = [...this.#watches].filter(({isOn}) => isOn);
      if (!this.#isRequested && running.length === 0) return lack('permission_not_requested');
      signal.addEventListener('abort', onAbort, {signal: located.signal});
      const watch = this.#watch(0, (position) => settle(gpsOf(position)), lack, located.signal);
      // While another watch runs, Chrome answers only once the device has moved (w3c/geolocation#218).
      for (const other of running) other.stop();
      for (const each of [...running, watch]) each.begin();
    });
  }

  #watch(
    maximumAge: number,
    take: PositionCallback,
    lack: (reason: UnavailableReason) => void,
    signal: AbortSignal,
  ): Watch {
    const {geolocation} = this.#target.navigator;
    const options = {enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge};
    let id: number | undefined;
    const stop = (): void => {
      if (id !== undefined) geolocation?.clearWatch(id);
      id = undefined;
    };
    const fail = (thrown: unknown): void => {
      if (signal.aborted) return;
      const reason = reasonOf(thrown);
      if (reason === 'permission_denied') {
        this.#isRequested = false;
        stop();
      }
      lack(reason);
    };
    const begin = (): void => {
      stop();
      try {
        id = geolocation?.watchPosition(take, fail, options);
      } catch (thrown) {
        fail(thrown);
      }
    };
    const watch: Watch = {
      get isOn() {
        return id !== undefined;
      },
      begin,
      stop,
    };
    this.#watches.add(watch);
    const onAbort = (): void => {
      stop();
      this.#watches.delete(watch);
    };
    signal.addEventListener('abort', onAbort, {once: true});
    return watch;
  }

  #obstacle(): UnavailableReason | undefined {
    return obstacle(this.#target, !!this.#target.navigator.geolocation, 'geolocation');
  }
}

/** The reason for each state of the permission while there is no fix. */
const reasonIn = {
  granted: 'not_available',
  prompt: 'permission_not_requested',
  denied: 'permission_denied',
} as const;

/**
 * The reason for a GeolocationPositionError, or for an exception of the browser (18 is DOMException's
 * SECURITY_ERR).
 */
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
