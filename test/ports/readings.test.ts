import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {cameraSection} from '../../src/ports/camera-settings.js';
import {gpsOf} from '../../src/ports/geolocation.js';

const track = (settings: object, label = 'Back camera') => ({
  label,
  getSettings: () => settings as MediaTrackSettings,
});

describe('what a camera says about a picture', () => {
  it('tells exposure times as people write them; they come in units of 100 µs', () => {
    const speed = (exposureTime: number) => cameraSection(track({exposureTime})).shutterSpeed;
    assert.equal(speed(125), '1/80');
    assert.equal(speed(333), '1/30');
    assert.equal(speed(5_000), '0.5');
    assert.equal(speed(20_000), '2');
    assert.equal(speed(0), undefined);
  });

  it('leaves out what the camera does not tell', () => {
    const section = cameraSection(track({facingMode: 'environment', iso: 100, torch: false}));
    assert.deepEqual(JSON.parse(JSON.stringify(section)), {
      deviceName: 'Back camera',
      lens: 'environment',
      iso: 100,
      flash: false,
    });
  });
});

describe('a fix', () => {
  it('leaves out what the device does not know, and never says zero for it', () => {
    const coords = {
      latitude: 51.5,
      longitude: -0.12,
      accuracy: 9,
      altitude: null,
      altitudeAccuracy: null,
      heading: null,
      speed: Number.NaN,
    } as GeolocationCoordinates;
    const gps = gpsOf({coords, timestamp: Date.UTC(2026, 0, 1)});
    assert.deepEqual(JSON.parse(JSON.stringify(gps)), {
      latitude: 51.5,
      longitude: -0.12,
      latLongAccuracy: 9,
      timestamp: '2026-01-01T00:00:00.000Z',
    });
  });
});
