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

describe('the motion of the device', () => {
  it('has gravity as the difference of both accelerations, and the rotation rates by axis', () => {
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

  it('inverts the accelerations of WebKit for iOS, and not its rates', () => {
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

  it('has no gravity if the acceleration without it is unknown, and no rates without a gyroscope', () => {
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

  it('has no vector with a missing or infinite component', () => {
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

  it('reports not_available if a computer provides no values', () => {
    const {page, read} = motion();
    page.tell('devicemotion', {
      acceleration: none,
      accelerationIncludingGravity: none,
      rotationRate: {alpha: null, beta: null, gamma: null},
    });
    page.advance(10_000);
    assert.deepEqual(read().sections.gravity, unavailable('not_available'));
  });

  it('does not contain old motion: it reports timeout if the events stop', () => {
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
