import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {BrowserCompass} from '../../../src/ports/sensors/compass.js';
import {magneticField} from '../../../src/ports/sensors/magnetic-field.js';
import {CountedTarget, started, type FakeMotionPermission, type FakeWindow} from './fake-window.js';

class FakeMagnetometer extends CountedTarget {
  x: number | null = null;
  y: number | null = null;
  z: number | null = null;
  running = false;

  start(): void {
    this.running = true;
  }

  stop(): void {
    this.running = false;
    this.x = this.y = this.z = null;
  }

  tell(x: number, y: number, z: number): void {
    Object.assign(this, {x, y, z});
    this.dispatchEvent(new Event('reading'));
  }

  fail(name: string): void {
    const error = new DOMException('refused', name);
    this.dispatchEvent(Object.assign(new Event('error'), {error}));
  }
}

function field(state: FakeMotionPermission['state'] = 'granted', refusal?: string) {
  const sensors: FakeMagnetometer[] = [];
  class Magnetometer extends FakeMagnetometer {
    constructor() {
      super();
      if (refusal) throw new DOMException('refused', refusal);
      sensors.push(this);
    }
  }
  const parts = started(
    (_page, permission, signal, onChange) =>
      magneticField({Magnetometer}, permission, signal, onChange),
    (_page, permission) => (permission.state = state),
  );
  return {...parts, sensor: sensors[0] ?? new FakeMagnetometer()};
}

describe('the magnetic field', () => {
  it('is reported in microtesla, and the first reading is a change', () => {
    const {sensor, read, count} = field();
    assert.deepEqual(read(), {unavailableReason: 'not_available'});
    sensor.tell(20, -5, 40);
    sensor.tell(21, -5, 40);
    assert.deepEqual(read(), {x: 21, y: -5, z: 40});
    assert.equal(count.changes, 1);
  });

  it('has a reason for each way in which a sensor fails', () => {
    const reason = (name: string) => {
      const {sensor, read, count} = field();
      sensor.fail(name);
      assert.equal(count.changes, 1);
      return read().unavailableReason;
    };
    assert.equal(reason('NotAllowedError'), 'permission_denied');
    assert.equal(reason('NotReadableError'), 'not_available');
    assert.equal(reason('UnknownError'), 'error');
    assert.equal(field('granted', 'SecurityError').read().unavailableReason, 'policy_blocked');
  });

  it('runs no sensor before it is allowed, and none after the permission is revoked', () => {
    const {sensor, permission, read} = field('not-requested');
    assert.equal(sensor.running, false);
    assert.deepEqual(read(), {unavailableReason: 'permission_not_requested'});
    permission.become('granted');
    assert.equal(sensor.running, true);
    sensor.tell(1, 2, 3);
    permission.become('denied');
    assert.equal(sensor.running, false);
    assert.deepEqual(read(), {unavailableReason: 'permission_denied'});
  });

  it('leaves no sensor, listener or watcher', () => {
    const {sensor, permission, running} = field();
    assert.equal(sensor.running, true);
    running.abort();
    assert.equal(sensor.running, false);
    assert.deepEqual(sensor.listeners, []);
    assert.equal(permission.watchers.size, 0);
  });

  it('is reported beside the heading, or alone if there is none', () => {
    const sensor = new FakeMagnetometer();
    const page = (page: FakeWindow): void => {
      Object.assign(page, {
        Magnetometer: function () {
          return sensor;
        },
      });
    };
    const {page: phone, read} = started(
      (page, permission, signal, onChange) =>
        new BrowserCompass(permission, page).start(signal, onChange),
      page,
    );
    sensor.tell(20, -5, 40);
    assert.deepEqual(read(), {
      sections: {magnetometer: {field: {x: 20, y: -5, z: 40}}},
      at: phone.time,
    });
    phone.tell('deviceorientationabsolute', {alpha: 0, beta: 0, gamma: 0});
    assert.equal(read().sections.magnetometer.heading, 0);
    assert.deepEqual(read().sections.magnetometer.field, {x: 20, y: -5, z: 40});
  });
});
