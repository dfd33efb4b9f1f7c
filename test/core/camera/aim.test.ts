import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {aimOf} from '../../../src/core/camera/aim.js';

/** Held upright, in portrait. */
const upright = {heading: 90, roll: 0, pitch: 90};
const rounded = (value: number | undefined) => value && Math.round(value);

describe('the aim of a camera', () => {
  it('is nothing to do where the camera looks as it did', () => {
    assert.deepEqual(aimOf(upright, upright), {turn: 0, raise: 0, rotate: 0});
  });

  it('turns the short way, also over north', () => {
    assert.equal(aimOf(upright, {...upright, heading: 60}).turn, 30);
    assert.equal(aimOf({...upright, heading: 5}, {...upright, heading: 350}).turn, 15);
    assert.equal(aimOf({...upright, heading: 350}, {...upright, heading: 5}).turn, -15);
  });

  it('raises a camera that looks at the ground', () => {
    assert.equal(rounded(aimOf(upright, {...upright, pitch: 70}).raise), 20);
    assert.equal(rounded(aimOf(upright, {...upright, pitch: 110}).raise), -20);
  });

  it('rotates a device back that is turned, however its quarter turn', () => {
    // Turned by 10° clockwise, and on its side by 90° less 10°; by W3C Device Orientation.
    const sideways = (degrees: number) => {
      const [x, y] = [Math.sin, Math.cos].map((of) => of((degrees * Math.PI) / 180));
      // Up is at (-x, y) on the screen, and the screen stands upright.
      const pitch = (Math.asin(y ?? 0) * 180) / Math.PI;
      return {heading: 90, pitch, roll: (x ?? 0) > 0 ? 90 : -90};
    };
    assert.equal(rounded(aimOf(upright, sideways(10)).rotate), -10);
    assert.equal(rounded(aimOf(upright, sideways(-10)).rotate), 10);
    assert.equal(rounded(aimOf(upright, sideways(80)).rotate), 10);
    assert.equal(rounded(aimOf(upright, sideways(90)).rotate), 0);
  });

  it('says nothing of what is not known, or means something else', () => {
    assert.deepEqual(aimOf({}, upright), {turn: undefined, raise: undefined, rotate: undefined});
    assert.equal(aimOf({heading: 90}, {heading: 60}).turn, 30);
    const flat = {heading: 10, roll: 0, pitch: 0};
    const {turn, raise, rotate} = aimOf(upright, flat);
    assert.equal(turn, undefined, 'the heading of a flat device is that of its top edge');
    assert.equal(rotate, undefined, 'a flat device has no horizon');
    assert.equal(rounded(raise), 90);
    assert.equal(aimOf(flat, {...flat, heading: 40}).turn, -30);
  });
});
