import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {CaptureMetadata} from '../../src/model/capture-metadata.js';
import {exifOf} from '../../src/writing/exif.js';

const fieldsOf = (metadata: CaptureMetadata) => (exifOf(metadata) ?? {}) as Record<string, unknown>;
const place = {latitude: 51.5074, longitude: -0.1278};

describe('The EXIF assertion', () => {
  it('has altitudes above the ellipsoid, and the version that allows them', () => {
    const above = fieldsOf({gps: {...place, altitude: 48.25}});
    assert.equal(above['exif:GPSVersionID'], '2.4.0.0');
    assert.equal(above['exif:GPSAltitudeRef'], 0);
    assert.equal(above['exif:GPSAltitude'], '48250/1000');
    assert.equal(fieldsOf({gps: {...place, altitude: -1}})['exif:GPSAltitudeRef'], 1);
  });

  it('leaves out what EXIF cannot represent, instead of a wrong value', () => {
    const fields = fieldsOf({
      gps: {...place, altitude: 1e9, speed: 1e308, latLongAccuracy: 2e7},
      camera: {aperture: 1e9, iso: 102_400, zoomLevel: 1e300, shutterSpeed: '1/0'},
    });
    assert.deepEqual(Object.keys(fields).sort(), [
      '@context',
      'exif:GPSLatitude',
      'exif:GPSLongitude',
      'exif:GPSMapDatum',
      'exif:GPSVersionID',
    ]);
  });

  it('contains no location but that of the gps section, and no heading', () => {
    for (const gps of [
      undefined,
      {unavailableReason: 'disabled'},
      {latitude: 51.5, altitude: 3, speed: 1},
    ] satisfies CaptureMetadata['gps'][]) {
      const metadata: CaptureMetadata = {
        gps,
        atmospheric: {altitude: 12, pressure: 1013},
        magnetometer: {heading: 90},
        camera: {iso: 100},
      };
      const names = Object.keys(fieldsOf(metadata));
      assert.deepEqual(names, ['@context', 'exifEX:PhotographicSensitivity']);
    }
    const fields = fieldsOf({gps: place, magnetometer: {heading: 90}});
    assert.ok(!Object.keys(fields).some((name) => /Direction/.test(name)));
  });

  it('does not use the direction of a camera as a lens model', () => {
    assert.equal(exifOf({camera: {lens: 'environment'}}), undefined);
    assert.equal(fieldsOf({camera: {lens: '24 mm'}})['exifEX:LensModel'], '24 mm');
  });

  it('is not made if it would be empty', () => {
    for (const metadata of [
      {},
      {capturedAt: '2026-11-20T15:00:00Z'},
      {gps: {altitude: 1}, camera: {flash: true}},
      {camera: {aperture: 1e300}},
    ])
      assert.equal(exifOf(metadata), undefined);
  });
});
