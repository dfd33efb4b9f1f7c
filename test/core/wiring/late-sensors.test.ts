import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {lateSensors} from '../../../src/core/wiring/late-sensors.js';
import type {Geolocator} from '../../../src/ports/sensors/geolocation.js';
import type {MotionPermission} from '../../../src/ports/sensors/motion-permission.js';
import type {SensedSection, Sensor} from '../../../src/ports/sensors/sensor.js';

const permission: MotionPermission = {
  state: 'not-needed',
  request: () => Promise.resolve('not-needed'),
  watch: () => undefined,
};

/** Never has a value. */
const silent = <Name extends SensedSection>(): Sensor<Name> => ({
  start: () => () => ({sections: {} as never}),
});

/** Sensors whose code can be loaded from the attempt with this number on. */
function setup(reachableFrom = 1) {
  const seen = {loads: 0, requests: 0, changes: 0};
  const geolocator: Geolocator = {
    start: () => () => ({sections: {gps: {latitude: 1, longitude: 2}}}),
    request: () => void seen.requests++,
    locate: () => Promise.resolve({latitude: 1, longitude: 2}),
  };
  const load = () =>
    ++seen.loads < reachableFrom
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      : Promise.resolve({
          slowSensors: () => ({
            geolocator,
            compass: silent<'magnetometer'>(),
            orientation: silent<'orientation'>(),
            motion: silent<'acceleration' | 'gravity' | 'rotationRate'>(),
          }),
        });
  return {seen, sensors: lateSensors(permission, load, 5)};
}

const started = ({seen, sensors}: ReturnType<typeof setup>, signal: AbortSignal) =>
  new Promise<ReturnType<Geolocator['start']>>((resolve) => {
    const read = sensors.geolocator.start(signal, () => {
      seen.changes++;
      resolve(read);
    });
    assert.deepEqual(read(), {sections: {}}, 'no value before the code is there');
  });

describe('sensors that are loaded after the page', () => {
  it('have no value until their code is there, and report it then', async () => {
    const made = setup();
    const read = await started(made, new AbortController().signal);
    assert.deepEqual(read().sections.gps, {latitude: 1, longitude: 2});
    assert.deepEqual(made.seen, {loads: 1, requests: 0, changes: 1});
  });

  it('are requested again while a camera is on, where they could not be loaded', async () => {
    const made = setup(3);
    const read = await started(made, new AbortController().signal);
    assert.deepEqual(read().sections.gps, {latitude: 1, longitude: 2});
    assert.equal(made.seen.loads, 3);
  });

  it('start nothing once the camera is off', async () => {
    const made = setup();
    const off = new AbortController();
    made.sensors.geolocator.start(off.signal, () => made.seen.changes++);
    off.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(made.seen.changes, 0);
  });

  it('ask for the place as soon as they are there, where a person wanted it before', async () => {
    const made = setup();
    made.sensors.geolocator.request();
    await started(made, new AbortController().signal);
    assert.equal(made.seen.requests, 1);
  });

  it('say that there is no place where they cannot be loaded', async () => {
    const {sensors} = setup(9);
    const {signal} = new AbortController();
    assert.deepEqual(await sensors.geolocator.locate(signal), {unavailableReason: 'not_available'});
  });
});
