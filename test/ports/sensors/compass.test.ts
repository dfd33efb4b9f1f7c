import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {BrowserCompass} from '../../../src/ports/sensors/compass.js';
import {started, type FakeWindow} from './fake-window.js';

const compass = (prepare?: Parameters<typeof started>[1]) =>
  started(
    (page, permission, signal, onChange) =>
      new BrowserCompass(permission, page).start(signal, onChange),
    prepare,
  );
const iPhone = (page: FakeWindow): void => {
  page.DeviceOrientationEvent = {prototype: {webkitCompassHeading: null}};
};
const headingAt = (alpha: number, beta: number, gamma: number) => {
  const {page, read} = compass();
  page.tell('deviceorientationabsolute', {alpha, beta, gamma});
  return read().sections.magnetometer.heading;
};
/** Beta and gamma of a device on its left side whose back camera points `down` degrees below the horizon. */
const landscape = (down: number) => [0, -(90 - down)] as const;

describe('the heading of the device', () => {
  it('is the direction of the top edge if it lies flat', () => {
    assert.equal(headingAt(0, 0, 0), 0);
    assert.equal(headingAt(90, 0, 0), 270);
    assert.equal(headingAt(350, 0, 0), 10);
    assert.equal(headingAt(315, 10, -10), 45);
  });

  it('is the direction of the back camera if it is upright', () => {
    assert.equal(headingAt(0, 90, 0), 0);
    assert.equal(headingAt(270, 90, 0), 90);
    assert.equal(headingAt(200, 60, 0), 160);
  });

  it('is the direction of the back camera in landscape, on either side', () => {
    // Its top points north: on its left edge the back points east, on its right edge west.
    assert.equal(headingAt(0, ...landscape(0)), 90);
    assert.equal(headingAt(0, 0, 90), 270);
    assert.equal(headingAt(90, ...landscape(0)), 0);
    assert.equal(headingAt(0, ...landscape(50)), 90);
  });

  it('changes from one to the other without a jump when the device is raised', () => {
    for (let beta = 0; beta <= 120; beta += 5) assert.equal(headingAt(123, beta, 0), 237);
  });

  it('is that of the top edge again within 30° of flat, also face down', () => {
    assert.equal(headingAt(0, ...landscape(61)), 0);
    assert.equal(headingAt(0, ...landscape(59)), 90);
    assert.equal(headingAt(0, 180, 0), 180);
  });

  it('is never 360', () => {
    for (const alpha of [0, 360, 0.0001, 359.9999]) {
      const heading = headingAt(alpha, 0, 0) ?? -1;
      assert.ok(heading >= 0 && heading < 360, `${alpha} gives ${heading}`);
    }
  });

  it('uses the heading and accuracy of WebKit for iOS', () => {
    const {page, read} = compass(iPhone);
    const event = {alpha: 0, beta: 0, gamma: 0, webkitCompassHeading: 200.5};
    page.tell('deviceorientation', {...event, webkitCompassAccuracy: 15});
    assert.deepEqual(read(), {
      sections: {
        magnetometer: {
          heading: 200.5,
          headingAccuracy: 15,
          field: {unavailableReason: 'not_supported'},
        },
      },
      at: page.time,
    });
  });

  it('is left out if an iPhone reports a negative accuracy', () => {
    const {page, read} = compass(iPhone);
    const event = {alpha: 0, beta: 0, gamma: 0, webkitCompassHeading: 0};
    page.tell('deviceorientation', {...event, webkitCompassAccuracy: -1});
    assert.deepEqual(read().sections.magnetometer, {unavailableReason: 'not_available'});
  });

  it('is not an arbitrary yaw', () => {
    const {page, read} = compass();
    page.tell('deviceorientation', {alpha: 90, beta: 0, gamma: 0, absolute: false});
    assert.deepEqual(read().sections.magnetometer, {unavailableReason: 'not_available'});
  });

  it('is replaced by the reason if there is none', () => {
    const without = compass((page) => delete page.ondeviceorientationabsolute);
    assert.deepEqual(without.read(), {
      sections: {magnetometer: {unavailableReason: 'not_supported'}},
      at: undefined,
    });
    const {page, read} = compass();
    page.tell('deviceorientationabsolute', {alpha: null, beta: null, gamma: null});
    assert.deepEqual(read().sections.magnetometer, {unavailableReason: 'not_available'});
    page.tell('deviceorientationabsolute', {alpha: Number.NaN, beta: 0, gamma: 0});
    assert.deepEqual(read().sections.magnetometer, {unavailableReason: 'not_available'});
  });
});
