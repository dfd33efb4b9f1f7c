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

/** A question that the browser is answering. */
interface Watch {
  begin(): void;
  stop(): void;
}

/** A fix is kept, with its time, while newer ones fail; not where the permission is taken away. */
export class BrowserGeolocator implements Geolocator {
  readonly #target: GeolocationTarget;
  readonly #watches = new Set<Watch>();

  constructor(target: GeolocationTarget = window) {
    this.#target = target;
  }

  start(signal: AbortSignal, onChange: () => void): Read<'gps'> {
    const known = this.#obstacle();
    let gps: Gps = {unavailableReason: known ?? 'not_available'};
    let at: number | undefined;
    const read: Read<'gps'> = () => ({sections: {gps}, at});
    if (known || signal.aborted) return read;

    const take = (next: Gps, time?: number): void => {
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
    watch.begin();
    void this.#followPermission(watch, () => gps.unavailableReason, lack, signal);
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
      signal.addEventListener('abort', onAbort, {signal: located.signal});
      this.#watch(0, (position) => settle(gpsOf(position)), lack, located.signal);
      // While another watch runs, Chrome answers only once the device has moved (w3c/geolocation#218).
      for (const watch of this.#watches) watch.stop();
      for (const watch of this.#watches) watch.begin();
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
    const fail = (thrown: unknown): void => {
      if (!signal.aborted) lack(reasonOf(thrown));
    };
    const watch: Watch = {
      begin: () => {
        try {
          id = geolocation?.watchPosition(
            (position) => signal.aborted || take(position),
            fail,
            options,
          );
        } catch (thrown) {
          fail(thrown);
        }
      },
      stop: () => {
        if (id !== undefined) geolocation?.clearWatch(id);
      },
    };
    this.#watches.add(watch);
    const onAbort = (): void => {
      watch.stop();
      this.#watches.delete(watch);
    };
    signal.addEventListener('abort', onAbort, {once: true});
    return watch;
  }

  async #followPermission(
    watch: Watch,
    reasonNow: () => UnavailableReason | undefined,
    lack: (reason: UnavailableReason) => void,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const status = await this.#target.navigator.permissions?.query({name: 'geolocation'});
      if (!status || signal.aborted) return;
      const tell = (): void => lack(reasonIn[status.state]);
      const onPermission = (): void => {
        tell();
        // One that was refused is dead.
        if (status.state !== 'granted') return;
        watch.stop();
        watch.begin();
      };
      status.addEventListener('change', onPermission, {signal});
      // What the watch was told meanwhile is closer to the truth: the system may refuse what the browser grants.
      if (reasonNow() === 'not_available') tell();
    } catch {
      // A browser that does not tell.
    }
  }

  #obstacle(): UnavailableReason | undefined {
    return obstacle(this.#target, !!this.#target.navigator.geolocation, 'geolocation');
  }
}

/** Granted, and no fix yet. Asking, no answer yet. */
const reasonIn = {
  granted: 'not_available',
  prompt: 'permission_not_requested',
  denied: 'permission_denied',
} as const;

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
