import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {pictureNotes} from '../../../src/ports/camera/picture-notes.js';
import {cameraSection} from '../../../src/ports/camera/camera-settings.js';

const track = (settings: object, label = 'Back camera') => ({
  label,
  getSettings: () => settings as MediaTrackSettings,
});

describe('the camera settings of a picture', () => {
  it('contain exposure times in the usual notation; the browser uses units of 100 µs', () => {
    const speed = (exposureTime: number) => cameraSection(track({exposureTime})).shutterSpeed;
    assert.equal(speed(125), '1/80');
    assert.equal(speed(333), '1/30');
    assert.equal(speed(5_000), '0.5');
    assert.equal(speed(20_000), '2');
    assert.equal(speed(0), undefined);
    assert.equal(speed(-125), undefined);
  });

  it('have exposure times that are at most 2 % wrong', () => {
    const seconds = (text = ''): number => {
      const [over = NaN, under = 1] = text.split('/').map(Number);
      return over / under;
    };
    for (let units = 1; units < 400_000; units = Math.ceil(units * 1.01)) {
      const {shutterSpeed} = cameraSection(track({exposureTime: units}));
      const ratio = seconds(shutterSpeed) / (units / 10_000);
      assert.ok(ratio > 0.98 && ratio < 1.02, `${units / 10_000} s is told as ${shutterSpeed}`);
    }
    assert.equal(cameraSection(track({exposureTime: 2_900})).shutterSpeed, '0.29');
    assert.equal(cameraSection(track({exposureTime: 2_500})).shutterSpeed, '1/4');
  });

  it('contain everything that phone cameras report, under the names of the seal', () => {
    const settings = {
      facingMode: 'environment',
      focusDistance: 0.35,
      iso: 400,
      exposureTime: 125,
      whiteBalanceMode: 'continuous',
      torch: true,
      focusMode: 'single-shot',
      zoom: 2.5,
    };
    assert.deepEqual(cameraSection(track(settings)), {
      deviceName: 'Back camera',
      lens: 'environment',
      focusPosition: 0.35,
      iso: 400,
      shutterSpeed: '1/80',
      whiteBalanceMode: 'continuous',
      flash: true,
      focusMode: 'single-shot',
      zoomLevel: 2.5,
    });
  });

  it('limit a name to the length for a seal, never within a character', () => {
    const {deviceName} = cameraSection(track({}, `${'x'.repeat(1023)}📷`));
    assert.equal(deviceName, 'x'.repeat(1023));
  });

  it('leave out what the camera does not report', () => {
    const section = cameraSection(track({facingMode: 'environment', iso: 100, torch: false}));
    assert.deepEqual(JSON.parse(JSON.stringify(section)), {
      deviceName: 'Back camera',
      lens: 'environment',
      iso: 100,
      flash: false,
    });
  });

  it('contain the zoom as a ratio: per cent relative to the minimum, and none for units from zero', () => {
    const level = (zoom: number, range: object | undefined) =>
      cameraSection({
        ...track({zoom}),
        getCapabilities: () => ({zoom: range}) as MediaTrackCapabilities,
      }).zoomLevel;
    assert.equal(level(2.5, {min: 1, max: 8}), 2.5);
    assert.equal(level(0.6, {min: 0.6, max: 8}), 0.6);
    assert.equal(level(235, {min: 100, max: 500}), 2.35);
    assert.equal(level(10, {min: 10, max: 40}), 1);
    assert.equal(level(4, {min: 0, max: 10}), undefined);
    assert.equal(level(2, undefined), 2);
  });

  it('contain what was noted for its pictures', () => {
    const noted = track({zoom: 1});
    pictureNotes.set(noted, {selfTimer: 3, focusPoint: {x: 0.25, y: 0.5}});
    const {selfTimer, focusPoint} = cameraSection(noted);
    assert.deepEqual([selfTimer, focusPoint], [3, {x: 0.25, y: 0.5}]);
    assert.equal(cameraSection(track({zoom: 1})).selfTimer, undefined);
  });
});
