import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {levelOf, offLevel, tiltOf} from '../../../src/core/camera/tilt.js';

const near = (found: number | undefined, wanted: number) => {
  assert.ok(Math.abs((found ?? NaN) - wanted) < 1e-9, `${found} instead of ${wanted}`);
};

describe('the tilt of the horizon on the screen', () => {
  it('is 0 if a phone is upright or leans back', () => {
    near(tiltOf({pitch: 90, roll: 0}, 0), 0);
    near(tiltOf({pitch: 60, roll: 0}, 0), 0);
    near(tiltOf({pitch: 120, roll: 0}, 0), 0);
  });

  it('is opposite to the rotation of the device: clockwise on the screen if the device leans to the left', () => {
    // On its left edge the browser reports a negative gamma.
    near(tiltOf({pitch: 0, roll: -90}, 0), 90);
    near(tiltOf({pitch: 0, roll: 90}, 0), -90);
    const lean = tiltOf({pitch: 80, roll: -60}, 0) ?? NaN;
    assert.ok(lean > 0 && lean < 15, String(lean));
  });

  it('follows the screen orientation: it is 0 on a phone held sideways whose page has rotated with it', () => {
    near(tiltOf({pitch: 0, roll: -90}, 90), 0);
    near(tiltOf({pitch: 0, roll: 90}, 270), 0);
    near(tiltOf({pitch: -90, roll: 0}, 0), 180);
  });

  it('is unknown if the device lies flat or reports nothing', () => {
    assert.equal(tiltOf({pitch: 0, roll: 0}, 0), undefined);
    assert.equal(tiltOf({pitch: 10, roll: 5}, 0), undefined);
    assert.equal(tiltOf({pitch: undefined, roll: 5}, 0), undefined);
  });

  it('counts as level within one degree of each quarter turn', () => {
    const found = [-1, 0.9, 1.1, 89.2, -90.5, 179.5].map(levelOf);
    assert.deepEqual(found, [0, 0, undefined, 90, -90, 180]);
    assert.deepEqual([4, -5, 86, 179].map(offLevel), [4, 5, 4, 1]);
  });
});
