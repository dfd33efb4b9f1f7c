import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {type SealableMediaType} from '../../src/model/media-type.js';
import {concat, hasAscii} from '../../src/encoding/bytes.js';
import {carriesManifest, fill, layOut} from '../../src/containers/layout.js';
import {superbox} from '../../src/encoding/jumbf.js';
import {storeOf} from '../../src/own-reader/files/embedded-store.js';
import {
  bytes,
  exif,
  jpeg,
  jpegs,
  mp3s,
  png,
  pngs,
  refusedMp3s,
  simplest,
  webp,
} from '../sources.js';

const SIZE = 5_000;
const anyStore = () => {
  const store = new Uint8Array(SIZE);
  store.set(concat(superbox('c2pa', 'c2pa', [])));
  return store;
};
const filled = (media: Uint8Array, mediaType: SealableMediaType) =>
  concat(fill(layOut(media, mediaType, SIZE), anyStore()));

describe('carriesManifest', () => {
  for (const {name, media, mediaType} of simplest) {
    it(`distinguishes a file with a seal from one without (${name})`, () => {
      assert.equal(carriesManifest(media), false);
      assert.equal(carriesManifest(filled(media, mediaType)), true);
    });

    it(`returns a result for every truncation of a sealed file (${name})`, () => {
      const sealed = filled(media, mediaType);
      for (let end = 0; end < 200; end++) carriesManifest(sealed.subarray(0, end));
    });
  }

  it('replaces no seal in an ID3 tag with a footer, which repeats the size of the tag', () => {
    const sealed = Buffer.from(filled(mp3s['ID3v2.4 with padding']!, 'audio/mpeg'));
    const end = sealed.indexOf(Buffer.from(simplest[3]!.media));
    const footed = Buffer.concat([
      sealed.subarray(0, end),
      Buffer.from('3DI'),
      sealed.subarray(3, 10),
      sealed.subarray(end),
    ]);
    footed[5] = 0x10;
    const store = storeOf(footed);
    assert.ok(store);
    assert.throws(() => layOut(footed, 'audio/mpeg', SIZE, store), /has a footer/);
  });

  it('finds a seal in any ID3 tag at the start, also behind a damaged frame', () => {
    const sealed = filled(mp3s['ID3v2.4 with padding']!, 'audio/mpeg');
    const other = mp3s['two tags']!.subarray(0, 39);
    const damaged = Buffer.from(sealed);
    damaged[10] = 0x80;
    const unsynchronised = Buffer.from(sealed);
    unsynchronised[5] = 0x80;
    for (const file of [bytes(other, sealed), damaged, unsynchronised]) {
      assert.ok(carriesManifest(file));
      assert.throws(() => layOut(file, 'audio/mpeg', SIZE), /carries a seal already/);
    }
  });

  it('does not mistake other JUMBF for a seal', () => {
    const other = jpegs['another JUMBF'];
    assert.ok(other);
    assert.equal(carriesManifest(other), false);
  });
});

describe('layOut', () => {
  for (const {name, media, mediaType} of simplest) {
    it(`rejects a file that has a seal already (${name})`, () => {
      assert.throws(() => layOut(filled(media, mediaType), mediaType, SIZE), {
        code: 'media_unsupported',
      });
    });

    it(`rejects a file of every other type (${name})`, () => {
      for (const other of simplest.filter((one) => one.mediaType !== mediaType)) {
        assert.throws(() => layOut(media, other.mediaType, SIZE), {code: 'media_unsupported'});
      }
    });

    it(`rejects a file that is empty or ends in its header, with its own error (${name})`, () => {
      for (let end = 0; end < 30; end++) {
        assert.throws(() => layOut(media.subarray(0, end), mediaType, SIZE), {
          code: 'media_unsupported',
        });
      }
    });

    it(`does not copy the media (${name})`, () => {
      const {before, after} = layOut(media, mediaType, SIZE);
      const longest = [...before, ...after].sort((a, b) => b.length - a.length)[0];
      assert.equal(longest?.buffer, media.buffer);
    });
  }

  it('places the seal of a JPEG after APP0 and EXIF, and before MPF', () => {
    const media = jpegs['JFIF, then EXIF and MPF'];
    assert.ok(media);
    const {start} = layOut(media, 'image/jpeg', SIZE).exclusion;
    assert.equal(start, 20 + exif.length);
    assert.ok(hasAscii(media, start + 4, 'MPF\0'));
  });

  it('gives the seal of a JPEG a unique box instance number', () => {
    const media = jpegs['another JUMBF'];
    assert.ok(media);
    const {start} = layOut(media, 'image/jpeg', SIZE).exclusion;
    assert.deepEqual([...filled(media, 'image/jpeg').subarray(start + 6, start + 8)], [0, 2]);
  });

  it('rejects a JPEG whose segments do not lead to a picture', () => {
    const endsAtScan = jpeg.subarray(0, jpeg.lastIndexOf(0xda) + 1);
    const brokenLength = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 1], jpeg.subarray(6));
    const endsEarly = bytes([0xff, 0xd8, 0xff, 0xd9], jpeg.subarray(2));
    for (const media of [endsAtScan.subarray(0, 300), brokenLength, endsEarly]) {
      assert.throws(() => layOut(media, 'image/jpeg', SIZE), {code: 'media_unsupported'});
    }
  });

  it('rejects a PNG without its end, or whose first chunk is not IHDR', () => {
    const wrongStart = Uint8Array.from(png);
    wrongStart[12] = 0x4a;
    for (const media of [png.subarray(0, -13), wrongStart]) {
      assert.throws(() => layOut(media, 'image/png', SIZE), {code: 'media_unsupported'});
    }
  });

  it('rejects a WebP that is shorter than its header declares, or contains no picture', () => {
    const noPicture = Uint8Array.from(webp);
    noPicture[15] = 0x21;
    for (const media of [webp.subarray(0, -3), noPicture]) {
      assert.throws(() => layOut(media, 'image/webp', SIZE), {code: 'media_unsupported'});
    }
  });

  it('includes the seal in the RIFF size of a WebP, also with an odd size', () => {
    for (const size of [5_000, 5_001]) {
      const layout = layOut(webp, 'image/webp', size);
      const sealed = concat(fill(layout, new Uint8Array(size)));
      const riffSize = new DataView(sealed.buffer).getUint32(4, true);
      assert.equal(riffSize, sealed.length - 8);
      assert.equal(riffSize % 2, 0);
    }
  });

  for (const [name, media] of Object.entries(refusedMp3s)) {
    it(`rejects an MP3 with ${name}`, () => {
      assert.throws(() => layOut(media, 'audio/mpeg', SIZE), {code: 'media_unsupported'});
    });
  }

  it('puts the seal of an MP3 into its tag if the engine reads all of it, and else into one before it', () => {
    for (const [name, media] of Object.entries(mp3s)) {
      const sealed = bytes(filled(media, 'audio/mpeg'));
      const isIn =
        /^(no tag|.* with padding|empty ID3v2.4|ID3v1 behind|two tags|a frame of every kind.*)$/;
      const isBefore = sealed.subarray(sealed.length - media.length).equals(media);
      assert.equal(
        isBefore,
        name === 'no tag' || name === 'ID3v1 behind' || !isIn.test(name),
        name,
      );
      assert.equal(sealed[3], isIn.test(name) && media[0] === 0x49 ? media[3] : 4, name);
    }
  });

  it('puts the seal of a PNG behind its EXIF', () => {
    for (const [name, media] of Object.entries(pngs)) {
      const sealed = bytes(filled(media, 'image/png'));
      const place = sealed.indexOf('caBX', 0, 'latin1');
      if (name.startsWith('EXIF')) assert.ok(place > sealed.indexOf('eXIf', 0, 'latin1'), name);
      else assert.equal(place, 37, name);
    }
  });

  it('names what is wrong with a JPEG or PNG', () => {
    const cut = jpeg.subarray(0, 100);
    const named = bytes(
      png.subarray(0, 33),
      [0, 0, 0, 0],
      'bKG\x80',
      [0, 0, 0, 0],
      png.subarray(33),
    );
    for (const [media, mediaType, message] of [
      [cut, 'image/jpeg', /cannot be read up to its picture/],
      [bytes(jpeg.subarray(0, 20)), 'image/jpeg', /it ends before its picture begins/],
      [named, 'image/png', /the name of one of its chunks is damaged/],
    ] as const) {
      assert.throws(() => layOut(media, mediaType, SIZE), {code: 'media_unsupported', message});
    }
  });
});
