import {expect, waitUntil} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {BrowserCompass} from '../../../src/ports/sensors/compass.js';
import {BrowserDevice} from '../../../src/ports/sensors/device.js';
import {BrowserGeolocator} from '../../../src/ports/sensors/geolocation.js';
import {
  BrowserMotionPermission,
  type MotionPermissionState,
} from '../../../src/ports/sensors/motion-permission.js';
import {BrowserMotion} from '../../../src/ports/sensors/motion.js';
import {BrowserNetwork} from '../../../src/ports/sensors/network.js';
import {BrowserOrientation} from '../../../src/ports/sensors/orientation.js';
import type {UnavailableReason} from '@sealed-capture/seal/model/capture-metadata.js';
import type {Read, SensedSection, Sensor} from '../../../src/ports/sensors/sensor.js';

interface Answer {
  unsupported?: string;
  targetInfo?: {browserContextId?: string};
}
const debug = (method: string, params: object = {}) =>
  executeServerCommand<Answer, object>('page:debug', {method, params});

const sensors = ['accelerometer', 'gyroscope', 'magnetometer'];

/** Sets the browser's permission for the sensors. Resolves with false if a test cannot. */
async function permit(setting: PermissionState): Promise<boolean> {
  const {unsupported, targetInfo} = await debug('Target.getTargetInfo');
  if (unsupported) return false;
  const {origin} = location;
  const browserContextId = targetInfo?.browserContextId;
  for (const name of sensors) {
    const permission = {name};
    await debug('Browser.setPermission', {permission, setting, origin, browserContextId});
  }
  return true;
}

const running: AbortController[] = [];
function start<Name extends SensedSection>(sensor: Sensor<Name>): Read<Name> {
  const controller = new AbortController();
  running.push(controller);
  return sensor.start(controller.signal, () => undefined);
}
const motionPorts = (permission: BrowserMotionPermission) => {
  const reads = [
    start(new BrowserOrientation(permission)),
    start(new BrowserMotion(permission)),
    start(new BrowserCompass(permission)),
  ];
  return () =>
    reads.flatMap((read) =>
      Object.values<{unavailableReason?: UnavailableReason}>(read().sections).map(
        ({unavailableReason}) => unavailableReason,
      ),
    );
};
const all = (reason: string): string[] => Array.from({length: 5}, () => reason);

describe('the sensors of this browser', () => {
  afterEach(() => running.splice(0).forEach((controller) => controller.abort()));

  it('provide no motion on a computer, each with its true reason', async function () {
    this.timeout(8_000);
    const isControlled = await permit('granted');
    const permission = new BrowserMotionPermission();
    const read = motionPorts(permission);
    if (!('ondevicemotion' in window)) return expect(read()).to.deep.equal(all('not_supported'));
    // Chrome dispatches one event without values; Firefox dispatches none.
    const expected = isControlled ? 'not_available' : 'timeout';
    await waitUntil(() => read().every((reason) => reason === expected), undefined, {
      timeout: 5_000,
    });
    if (isControlled) {
      await new Promise((resolve) => setTimeout(resolve, 2_200));
      expect(read()).to.deep.equal(all('not_available'));
    }
  });

  it('follow changes of the permission', async function () {
    if (!(await permit('prompt'))) return this.skip();
    const permission = new BrowserMotionPermission();
    const told: MotionPermissionState[] = [];
    const watching = new AbortController();
    running.push(watching);
    permission.watch((state) => told.push(state), watching.signal);
    const read = motionPorts(permission);
    expect(await permission.request()).to.equal('not-requested');
    expect(read()).to.deep.equal(all('permission_not_requested'));
    await permit('denied');
    await waitUntil(() => permission.state === 'denied');
    expect(read()).to.deep.equal(all('permission_denied'));
    expect(await permission.request()).to.equal('denied');
    await permit('granted');
    await waitUntil(() => permission.state === 'granted');
    await waitUntil(() => read().every((reason) => reason === 'not_available'));
    expect(await permission.request()).to.equal('granted');
    expect(told).to.deep.equal(['denied', 'granted']);
  });

  it('provide the values of a phone that is tilted and turned', async function () {
    if (!(await permit('granted'))) return this.skip();
    const permission = new BrowserMotionPermission();
    const half = Math.SQRT1_2;
    const xyz = (x: number, y: number, z: number) => ({xyz: {x, y, z}});
    // A quarter turn counter-clockwise from north: its top points west.
    const west = {quaternion: {x: 0, y: 0, z: half, w: half}};
    const overrides = {
      'relative-orientation': west,
      'absolute-orientation': west,
      accelerometer: xyz(0.5, 0, 9.8),
      'linear-acceleration': xyz(0.5, 0, 0),
      gyroscope: xyz(Math.PI, 0, 0),
    };
    for (const [type, reading] of Object.entries(overrides)) {
      await debug('Emulation.setSensorOverrideEnabled', {enabled: true, type});
      await debug('Emulation.setSensorOverrideReadings', {type, reading});
    }
    try {
      const orientation = start(new BrowserOrientation(permission));
      const motion = start(new BrowserMotion(permission));
      const compass = start(new BrowserCompass(permission));
      await waitUntil(() => orientation().at && motion().at && compass().at);
      expect(orientation().sections.orientation).to.deep.equal({yaw: 90, pitch: 0, roll: 0});
      expect(compass().sections.magnetometer.heading).to.equal(270);
      expect(motion().sections).to.deep.equal({
        acceleration: {x: 0.5, y: 0, z: 0},
        gravity: {x: 0, y: 0, z: 9.8},
        rotationRate: {x: 180, y: 0, z: 0},
      });
      // Motion events keep arriving, otherwise the values would be outdated; those of attitude stay without events.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(motion().sections.gravity.z).to.equal(9.8);
      expect(orientation().sections.orientation.yaw).to.equal(90);
    } finally {
      for (const type of Object.keys(overrides)) {
        await debug('Emulation.setSensorOverrideEnabled', {enabled: false, type});
      }
    }
  });

  it('provide the location and a new fix while it is watched, or that it is refused', async () => {
    const geolocator = new BrowserGeolocator();
    geolocator.request();
    const read = start(geolocator);
    await waitUntil(() => read().sections.gps.unavailableReason !== 'not_available');
    const {gps} = read().sections;
    const located = await geolocator.locate(AbortSignal.timeout(3_000));
    // WebKitGTK's driver refuses every permission, and never settles requests.
    if (gps.unavailableReason) {
      expect(gps).to.deep.equal({unavailableReason: 'permission_denied'});
      expect(located).to.deep.equal({unavailableReason: 'timeout'});
    } else {
      for (const fix of [gps, located]) {
        expect(fix).to.include({latitude: 51.5, longitude: -0.12, latLongAccuracy: 9});
      }
    }
  });

  it('provide the location without a gesture only if it is granted', async () => {
    const geolocator = new BrowserGeolocator();
    const read = start(geolocator);
    const {permissions} = navigator;
    const {state} = await permissions.query({name: 'geolocation'});
    if (state === 'granted') {
      await waitUntil(() => read().sections.gps.latitude === 51.5);
    } else {
      const unavailableReason =
        state === 'denied' ? 'permission_denied' : 'permission_not_requested';
      await waitUntil(() => read().sections.gps.unavailableReason === unavailableReason);
      const located = await geolocator.locate(AbortSignal.timeout(3_000));
      expect(located).to.deep.equal({unavailableReason: 'permission_not_requested'});
    }
  });

  it('provide the network, which no computer reports, and the device', async () => {
    expect(start(new BrowserNetwork())().sections.network).to.deep.equal({
      unavailableReason: 'not_supported',
    });
    const read = start(new BrowserDevice());
    expect(read().sections.device.userAgent).to.equal(navigator.userAgent);
    if ('userAgentData' in navigator) await waitUntil(() => read().sections.device.os);
  });
});
