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

describe('the attitude of the device', () => {
  it('has beta as pitch, gamma as roll and alpha as yaw', () => {
    const {page, read} = orientation();
    page.tell('deviceorientation', {alpha: 10, beta: 20, gamma: -30});
    assert.deepEqual(read(), {
      sections: {orientation: {yaw: 10, pitch: 20, roll: -30}},
      at: page.time,
    });
  });

  it('leaves out the yaw if the device does not know it', () => {
    const {page, read} = orientation();
    page.tell('deviceorientation', {alpha: null, beta: 0, gamma: 0});
    assert.deepEqual(JSON.parse(JSON.stringify(read().sections)), {
      orientation: {pitch: 0, roll: 0},
    });
  });

  it('reports not_available, and no zeros, if a computer provides no values', () => {
    const {page, read} = orientation();
    page.tell('deviceorientation', {alpha: null, beta: null, gamma: null});
    assert.deepEqual(read(), {sections: {orientation: {unavailableReason: 'not_available'}}});
  });

  it('has the reason if there are no values', () => {
    const {read} = orientation((page) => delete page.ondeviceorientation);
    assert.deepEqual(read().sections.orientation, {unavailableReason: 'not_supported'});
  });
});
