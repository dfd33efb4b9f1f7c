import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {BrowserOrientation} from '../../../src/ports/sensors/orientation.js';
import {started} from './fake-window.js';

const orientation = (prepare?: Parameters<typeof started>[1]) =>
  started(
    (page, permission, signal, onChange) =>
      new BrowserOrientation(permission, page).start(signal, onChange),
    prepare,
  );

describe('how the device is held', () => {
  it('tells beta as pitch, gamma as roll and alpha as yaw', () => {
    const {page, read} = orientation();
    page.tell('deviceorientation', {alpha: 10, beta: 20, gamma: -30});
    assert.deepEqual(read(), {
      sections: {orientation: {yaw: 10, pitch: 20, roll: -30}},
      at: page.time,
    });
  });

  it('leaves out the yaw that the device does not know', () => {
    const {page, read} = orientation();
    page.tell('deviceorientation', {alpha: null, beta: 0, gamma: 0});
    assert.deepEqual(JSON.parse(JSON.stringify(read().sections)), {
      orientation: {pitch: 0, roll: 0},
    });
  });

  it('says not_available, and no zeros, where a computer tells nothing', () => {
    const {page, read} = orientation();
    page.tell('deviceorientation', {alpha: null, beta: null, gamma: null});
    assert.deepEqual(read(), {sections: {orientation: {unavailableReason: 'not_available'}}});
  });

  it('says why there is nothing', () => {
    const {read} = orientation((page) => delete page.ondeviceorientation);
    assert.deepEqual(read().sections.orientation, {unavailableReason: 'not_supported'});
  });
});
