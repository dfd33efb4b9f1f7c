import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {BrowserMotion} from '../../../src/ports/sensors/motion.js';
import {started} from './fake-window.js';

const motion = (prepare?: Parameters<typeof started>[1]) =>
  started(
    (page, permission, signal, onChange) =>
      new BrowserMotion(permission, page).start(signal, onChange),
    prepare,
  );
const none = {x: null, y: null, z: null};
const unavailable = (unavailableReason: string) => ({unavailableReason});

describe('how the device moves', () => {
  it('tells what remains of the acceleration as gravity, and the rates by their axes', () => {
    const {page, read} = motion();
    page.tell('devicemotion', {
      acceleration: {x: 0.1, y: 0, z: -0.2},
      accelerationIncludingGravity: {x: 0.3, y: 0, z: 9.6},
      rotationRate: {alpha: 1, beta: 2, gamma: 3},
    });
    assert.deepEqual(read(), {
      sections: {
        acceleration: {x: 0.1, y: 0, z: -0.2},
        gravity: {x: 0.2, y: 0, z: 9.8},
        rotationRate: {x: 1, y: 2, z: 3},
      },
      at: page.time,
    });
  });

  it('turns round the accelerations of WebKit for iOS, and leaves its rates', () => {
    const {page, read} = motion((page) => {
      page.DeviceOrientationEvent = {prototype: {webkitCompassHeading: null}};
    });
    page.tell('devicemotion', {
      acceleration: {x: 0, y: 0.5, z: -1},
      accelerationIncludingGravity: {x: 0, y: 0.5, z: -10.8},
      rotationRate: {alpha: 1, beta: 2, gamma: 3},
    });
    assert.deepEqual(read().sections, {
      acceleration: {x: 0, y: -0.5, z: 1},
      gravity: {x: 0, y: 0, z: 9.8},
      rotationRate: {x: 1, y: 2, z: 3},
    });
  });

  it('does not tell gravity where the acceleration alone is not known, nor rates without a gyroscope', () => {
    const {page, read} = motion();
    page.tell('devicemotion', {
      acceleration: none,
      accelerationIncludingGravity: {x: 0, y: 0, z: 9.8},
      rotationRate: null,
    });
    assert.deepEqual(read().sections, {
      acceleration: unavailable('not_available'),
      gravity: unavailable('not_available'),
      rotationRate: unavailable('not_available'),
    });
  });

  it('tells no vector that lacks an axis or has no finite number', () => {
    const {page, read} = motion();
    page.tell('devicemotion', {
      acceleration: {x: 1, y: 1, z: null},
      accelerationIncludingGravity: {x: 1, y: 1, z: 1},
      rotationRate: {alpha: Number.POSITIVE_INFINITY, beta: 2, gamma: 3},
    });
    assert.deepEqual(read().sections, {
      acceleration: unavailable('not_available'),
      gravity: unavailable('not_available'),
      rotationRate: unavailable('not_available'),
    });
  });

  it('says not_available where a computer tells nothing', () => {
    const {page, read} = motion();
    page.tell('devicemotion', {
      acceleration: none,
      accelerationIncludingGravity: none,
      rotationRate: {alpha: null, beta: null, gamma: null},
    });
    page.advance(10_000);
    assert.deepEqual(read().sections.gravity, unavailable('not_available'));
  });

  it('does not seal a movement that is over: it says timeout where the events stop', () => {
    const {page, read} = motion();
    page.tell('devicemotion', {
      acceleration: {x: 1, y: 1, z: 1},
      accelerationIncludingGravity: {x: 1, y: 1, z: 1},
      rotationRate: null,
    });
    page.advance(2_000);
    assert.deepEqual(read(), {
      sections: {
        acceleration: unavailable('timeout'),
        gravity: unavailable('timeout'),
        rotationRate: unavailable('timeout'),
      },
    });
  });
});
