import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {describe, it} from 'node:test';
import {unsealedMetadata} from '../../../src/worker/inspection/unsealed-metadata.js';
import {exifPhoto} from './exif-photo.js';

const camera = {0x010f: {ascii: 'NIKON'}, 0x0110: {ascii: 'COOLPIX P6000'}};

describe('what a picture without a seal says of itself', () => {
  it('is its place, time, camera and software', async () => {
    const photo = await exifPhoto({
      main: {...camera, 0x0131: {ascii: 'Transfer 1.1'}},
      exif: {
        0x829a: {fractions: [0.025]},
        0x829d: {fractions: [5.9]},
        0x8827: {short: 64},
        // No digital zoom.
        0xa404: {fractions: [0]},
        0x9003: {ascii: '2008:10:22 16:28:39'},
        0x9011: {ascii: '+02:00'},
      },
      gps: {
        0x0001: {ascii: 'S'},
        0x0002: {fractions: [43, 28, 2.814]},
        0x0003: {ascii: 'W'},
        0x0004: {fractions: [11, 53, 6.456]},
        0x0005: {byte: 1},
        0x0006: {fractions: [12.5]},
      },
    });
    const said = await unsealedMetadata(photo);
    assert.deepEqual(Object.keys(said ?? {}), ['gps', 'camera', 'device', 'takenAt', 'software']);
    assert.equal((said?.gps?.['latitude'] as number).toFixed(6), '-43.467448');
    assert.equal((said?.gps?.['longitude'] as number).toFixed(6), '-11.885127');
    assert.equal(said?.gps?.['altitude'], -12.5);
    assert.deepEqual(said?.camera, {aperture: 5.9, iso: 64, shutterSpeed: '1/40'});
    assert.deepEqual(said?.device, {model: 'NIKON COOLPIX P6000'});
    assert.equal(said?.takenAt, '2008-10-22T16:28:39+02:00');
    assert.equal(said?.software, 'Transfer 1.1');
  });

  it('has no zone that the file does not name', async () => {
    const photo = await exifPhoto({exif: {0x9003: {ascii: '2008:10:22 16:28:39'}}});
    assert.deepEqual(await unsealedMetadata(photo), {takenAt: '2008-10-22T16:28:39'});
  });

  it('leaves out what cannot be, and shortens what is too long', async () => {
    const photo = await exifPhoto({
      main: {0x0131: {ascii: 'x'.repeat(5_000)}},
      exif: {0x9003: {ascii: 'yesterday, perhaps.'}, 0x9011: {ascii: '<b>'}},
      gps: {
        0x0001: {ascii: 'N'},
        0x0002: {fractions: [430, 0, 0]},
        0x0003: {ascii: 'E'},
        0x0004: {fractions: [11, 0, 0]},
      },
    });
    const said = await unsealedMetadata(photo);
    assert.equal(said?.software?.length, 200);
    assert.equal(said?.takenAt, undefined);
    assert.equal(said?.gps?.['latitude'], undefined);
  });

  it('is nothing where nothing is said, and in files of other types', async () => {
    const plain = await readFile(new URL('../../../seal/test/media/small.jpg', import.meta.url));
    for (const file of [new Uint8Array(plain), new Uint8Array([1, 2, 3]), new Uint8Array(0)]) {
      assert.equal(await unsealedMetadata(file), undefined);
    }
  });

  it('is no error in a damaged file', async () => {
    const photo = await exifPhoto({main: camera, gps: {0x0002: {fractions: [43, 28, 2]}}});
    for (let length = 0; length < 300; length++) {
      await unsealedMetadata(photo.slice(0, length));
      const damaged = photo.slice();
      damaged[length] = 255 - (damaged[length] ?? 0);
      await unsealedMetadata(damaged);
    }
  });
});
