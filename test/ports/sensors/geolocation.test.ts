import assert from 'node:assert/strict';
import {getEventListeners} from 'node:events';
import {describe, it} from 'node:test';
import {BrowserGeolocator} from '../../../src/ports/sensors/geolocation.js';
import {FakePermissionStatus} from './fake-window.js';
import {settled} from '../../settled.js';

const PERMISSION_DENIED = 1;
const POSITION_UNAVAILABLE = 2;
const TIMEOUT = 3;

interface Watch {
  succeed: PositionCallback;
  fail: (code: number) => void;
  options?: PositionOptions;
}

/** The browser's geolocation, with every watch that is not cleared yet. */
class FakeGeolocation {
  readonly watches = new Map<number, Watch>();
  thrown?: Error;
  /** True if there was a moment without any request. */
  hadNone = false;
  #id = 0;

  watchPosition(...asked: Parameters<Geolocation['watchPosition']>): number {
    this.watches.set(this.#id, this.#watch(asked));
    return this.#id++;
  }

  clearWatch(id: number): void {
    this.watches.delete(id);
    this.hadNone ||= this.watches.size === 0;
  }

  get watch(): Watch {
    assert.equal(this.watches.size, 1, 'one watch runs');
    return [...this.watches.values()][0] as Watch;
  }

  #watch([succeed, onError, options]: Parameters<Geolocation['watchPosition']>): Watch {
    if (this.thrown) throw this.thrown;
    const fail = (code: number): void => onError?.({code} as GeolocationPositionError);
    return {succeed, fail, options};
  }
}

const position = (further: Partial<GeolocationCoordinates> = {}): GeolocationPosition => {
  const coords = {
    latitude: 51.5,
    longitude: -0.12,
    accuracy: 9,
    altitude: null,
    altitudeAccuracy: null,
    heading: null,
    speed: Number.NaN,
    ...further,
  } as GeolocationCoordinates;
  const timestamp = Date.UTC(2026, 0, 1);
  return {coords, timestamp, toJSON: () => ({})};
};
const fix = {
  latitude: 51.5,
  longitude: -0.12,
  latLongAccuracy: 9,
  timestamp: '2026-01-01T00:00:00.000Z',
};

interface Page {
  isSecureContext?: boolean;
  geolocation?: null;
  permission?: PermissionState;
  isForbidden?: boolean;
  /** True before any user gesture. */
  isUntouched?: boolean;
}

function browser(page: Page = {}) {
  const geolocation = new FakeGeolocation();
  const status = page.permission && new FakePermissionStatus(page.permission);
  const policy = {allowsFeature: (feature: string) => feature !== 'geolocation'};
  const geolocator = new BrowserGeolocator({
    isSecureContext: page.isSecureContext ?? true,
    document: page.isForbidden ? {featurePolicy: policy} : {},
    navigator: {
      geolocation: page.geolocation === null ? undefined : (geolocation as unknown as Geolocation),
      permissions: status && {
        query: () => Promise.resolve(status as unknown as PermissionStatus),
      },
    },
  });
  if (!page.isUntouched) geolocator.request();
  return {geolocator, geolocation, status: status ?? new FakePermissionStatus('granted')};
}

async function watched(page: Page = {}) {
  const parts = browser(page);
  const running = new AbortController();
  const count = {changes: 0};
  const read = parts.geolocator.start(running.signal, () => count.changes++);
  await settled();
  const gps = (): unknown => JSON.parse(JSON.stringify(read().sections.gps));
  return {...parts, running, count, read, gps};
}
const lack = (unavailableReason: string) => ({unavailableReason});

describe('the watched location', () => {
  it('leaves out what the device does not know, and never reports zero for it', async () => {
    const {geolocation, gps, read} = await watched();
    geolocation.watch.succeed(position());
    assert.deepEqual(gps(), fix);
    assert.equal(read().at, Date.UTC(2026, 0, 1));
  });

  it('contains everything that the device knows', async () => {
    const {geolocation, gps} = await watched();
    geolocation.watch.succeed(position({altitude: 0, altitudeAccuracy: 3, speed: 1.5}));
    assert.deepEqual(gps(), {...fix, altitude: 0, altitudeAccuracy: 3, speed: 1.5});
  });

  it('distinguishes a pending prompt from a missing fix and from a refusal', async () => {
    assert.deepEqual(
      (await watched({permission: 'prompt'})).gps(),
      lack('permission_not_requested'),
    );
    assert.deepEqual((await watched({permission: 'granted'})).gps(), lack('not_available'));
    assert.deepEqual((await watched({permission: 'denied'})).gps(), lack('permission_denied'));
    assert.deepEqual((await watched()).gps(), lack('not_available'));
  });

  it('distinguishes the errors of the browser', async () => {
    const reason = async (code: number) => {
      const {geolocation, gps} = await watched();
      geolocation.watch.fail(code);
      return gps();
    };
    assert.deepEqual(await reason(PERMISSION_DENIED), lack('permission_denied'));
    assert.deepEqual(await reason(POSITION_UNAVAILABLE), lack('not_available'));
    assert.deepEqual(await reason(TIMEOUT), lack('timeout'));
    assert.deepEqual(await reason(0), lack('error'));
  });

  it('reports the permission before the request, without a prompt', async () => {
    const reason = async (page: Page): Promise<unknown> => {
      const {geolocation, gps} = await watched(page);
      assert.equal(geolocation.watches.size, 0);
      return gps();
    };
    assert.deepEqual(await reason({isSecureContext: false}), lack('insecure_context'));
    assert.deepEqual(await reason({geolocation: null}), lack('not_supported'));
    assert.deepEqual(await reason({isForbidden: true}), lack('policy_blocked'));
  });

  it('has a reason if the browser throws', () => {
    const reason = (thrown: Error) => {
      const {geolocator, geolocation} = browser();
      geolocation.thrown = thrown;
      const {signal} = new AbortController();
      return geolocator.start(signal, () => undefined)().sections.gps;
    };
    assert.deepEqual(reason(new TypeError('broken')), lack('error'));
    assert.deepEqual(reason(new DOMException('no', 'SecurityError')), lack('policy_blocked'));
  });

  it('is refused if the system refuses what the browser grants', async () => {
    const {geolocator, geolocation} = browser({permission: 'granted'});
    const read = geolocator.start(new AbortController().signal, () => undefined);
    await settled(geolocation.watch.fail(PERMISSION_DENIED));
    assert.deepEqual(read().sections.gps, lack('permission_denied'));
  });

  it('starts a new watch when it is granted after a refusal', async () => {
    const {geolocation, status, gps, count} = await watched({permission: 'prompt'});
    const first = geolocation.watch;
    first.fail(PERMISSION_DENIED);
    const before = count.changes;
    status.become('granted');
    assert.notEqual(geolocation.watch, first);
    assert.deepEqual(gps(), lack('not_available'));
    assert.equal(count.changes, before + 1);
    geolocation.watch.succeed(position());
    assert.deepEqual(gps(), fix);
  });

  it('is deleted when the permission is revoked', async () => {
    const reason = async (state: PermissionState) => {
      const {geolocation, status, gps, read} = await watched({permission: 'granted'});
      geolocation.watch.succeed(position());
      status.become(state);
      assert.equal(read().at, undefined);
      assert.equal(geolocation.watches.size, 0, 'the person is not asked again');
      return gps();
    };
    assert.deepEqual(await reason('denied'), lack('permission_denied'));
    assert.deepEqual(await reason('prompt'), lack('permission_not_requested'));
  });

  it('stays the last fix, with its time, while newer ones fail', async () => {
    const {geolocation, gps, count} = await watched({permission: 'granted'});
    geolocation.watch.succeed(position());
    geolocation.watch.fail(TIMEOUT);
    geolocation.watch.fail(POSITION_UNAVAILABLE);
    assert.deepEqual(gps(), fix);
    assert.equal(count.changes, 1);
    geolocation.watch.fail(PERMISSION_DENIED);
    assert.deepEqual(gps(), lack('permission_denied'));
  });

  it('is not requested before a gesture if the browser would show a prompt', async () => {
    const isUntouched = true;
    for (const permission of ['prompt', undefined] as const) {
      const {geolocation, gps, geolocator} = await watched({permission, isUntouched});
      assert.deepEqual(gps(), lack('permission_not_requested'));
      const located = await geolocator.locate(new AbortController().signal);
      assert.deepEqual(located, lack('permission_not_requested'));
      assert.equal(geolocation.watches.size, 0);
    }
    const refused = await watched({permission: 'denied', isUntouched});
    assert.deepEqual(refused.gps(), lack('permission_denied'));
    assert.equal(refused.geolocation.watches.size, 0);
  });

  it('is watched without a gesture if it is granted, also later', async () => {
    const isUntouched = true;
    const granted = await watched({permission: 'granted', isUntouched});
    assert.deepEqual(granted.gps(), lack('not_available'));
    granted.geolocation.watch.succeed(position());
    assert.deepEqual(granted.gps(), fix);
    const later = await watched({permission: 'prompt', isUntouched});
    later.status.become('granted');
    assert.deepEqual(later.gps(), lack('not_available'));
    later.geolocation.watch.succeed(position());
    assert.deepEqual(later.gps(), fix);
    assert.equal(later.count.changes, 2);
  });

  it('continues if the person grants the request', async () => {
    const {geolocation, status, gps} = await watched({permission: 'prompt'});
    const {watch} = geolocation;
    status.become('granted');
    assert.equal(geolocation.watch, watch);
    assert.deepEqual(gps(), lack('not_available'));
  });

  it('needs another gesture after it was refused or revoked', async () => {
    for (const refuse of [
      ({geolocation}: Awaited<ReturnType<typeof watched>>) =>
        geolocation.watch.fail(PERMISSION_DENIED),
      ({status}: Awaited<ReturnType<typeof watched>>) => {
        status.become('granted');
        status.become('prompt');
      },
    ]) {
      const page = await watched({permission: 'prompt'});
      const {geolocator, geolocation} = page;
      refuse(page);
      const {signal} = new AbortController();
      await settled(geolocator.start(signal, () => undefined));
      assert.deepEqual(await geolocator.locate(signal), lack('permission_not_requested'));
      assert.equal(geolocation.watches.size, 0);
      geolocator.request();
      geolocator.start(signal, () => undefined);
      assert.equal(geolocation.watches.size, 1);
    }
  });

  it('ignores a refusal from a watch that has ended', async () => {
    const {geolocation, geolocator, running} = await watched({permission: 'prompt'});
    const {watch} = geolocation;
    running.abort();
    watch.fail(PERMISSION_DENIED);
    geolocator.start(new AbortController().signal, () => undefined);
    assert.equal(geolocation.watches.size, 1);
  });

  it('leaves no watch or listener, and reports nothing afterwards', async () => {
    const {geolocation, status, running, count, gps} = await watched({permission: 'granted'});
    const {watch} = geolocation;
    assert.deepEqual(status.listeners, ['change']);
    running.abort();
    assert.equal(geolocation.watches.size, 0);
    assert.deepEqual(status.listeners, []);
    watch.succeed(position());
    watch.fail(TIMEOUT);
    assert.deepEqual(gps(), lack('not_available'));
    assert.equal(count.changes, 0);
  });

  it('reports nothing if it is aborted before the browser reported the permission', async () => {
    const {geolocator, status} = browser({permission: 'denied'});
    const running = new AbortController();
    geolocator.start(running.signal, () => assert.fail('was given up'));
    await settled(running.abort());
    assert.deepEqual(status.listeners, []);
  });

  it('starts nothing if it was aborted before', () => {
    const {geolocator, geolocation} = browser();
    geolocator.start(AbortSignal.abort(), () => undefined);
    assert.equal(geolocation.watches.size, 0);
  });
});

describe('a single request for the location', () => {
  it('returns a new fix, never a cached one', async () => {
    const {geolocator, geolocation} = browser();
    const locating = geolocator.locate(new AbortController().signal);
    assert.equal(geolocation.watch.options?.maximumAge, 0);
    geolocation.watch.succeed(position());
    assert.equal((await locating).latitude, 51.5);
    assert.equal(geolocation.watches.size, 0);
  });

  it('restarts all other watches, because Chrome would otherwise wait until the device moves', async () => {
    const {geolocator, geolocation} = await watched();
    const before = geolocation.watch;
    const {signal} = new AbortController();
    const first = geolocator.locate(signal);
    geolocation.hadNone = false;
    const second = geolocator.locate(signal);
    const [watch, ...questions] = [...geolocation.watches.values()];
    assert.notEqual(watch, before);
    assert.equal(questions.length, 2);
    assert.ok(geolocation.hadNone, 'no question was open in between');
    for (const question of questions) question.succeed(position());
    await Promise.all([first, second]);
    assert.equal(geolocation.watch, watch);
  });

  it('settles with a timeout when it is aborted, and ends the request', async () => {
    const giving = new AbortController();
    const {geolocator, geolocation} = browser();
    const locating = geolocator.locate(giving.signal);
    const {watch} = geolocation;
    giving.abort();
    watch.succeed(position());
    assert.deepEqual(await locating, lack('timeout'));
    assert.equal(geolocation.watches.size, 0);
  });

  it('sends no request if it was aborted before', async () => {
    const {geolocator, geolocation} = browser();
    assert.deepEqual(await geolocator.locate(AbortSignal.abort()), lack('timeout'));
    assert.equal(geolocation.watches.size, 0);
  });

  it('leaves no listener on a signal that outlives it', async () => {
    const {geolocator, geolocation} = browser();
    const {signal} = new AbortController();
    const located = geolocator.locate(signal);
    assert.equal(getEventListeners(signal, 'abort').length, 1);
    geolocation.watch.succeed(position());
    await located;
    const failed = geolocator.locate(signal);
    geolocation.watch.fail(TIMEOUT);
    await failed;
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('never rejects', async () => {
    const {geolocator, geolocation} = browser();
    const {signal} = new AbortController();
    const failed = geolocator.locate(signal);
    geolocation.watch.fail(POSITION_UNAVAILABLE);
    assert.deepEqual(await failed, lack('not_available'));
    geolocation.thrown = new TypeError('broken');
    assert.deepEqual(await geolocator.locate(signal), lack('error'));
    const forbidden = browser({isForbidden: true}).geolocator;
    assert.deepEqual(await forbidden.locate(signal), lack('policy_blocked'));
  });
});
