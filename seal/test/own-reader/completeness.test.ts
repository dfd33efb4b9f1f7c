import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {detectMediaType} from '../../src/media-signature.js';
import {sealPlaceOf} from '../../src/own-reader/files/completeness.js';
import {cborAssertion, inBmff, inPng, inWav, manifest, store} from '../foreign-store.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {sealFile, startEngine} from '../seal-file.js';
import {bytes, jpeg, mp3, png, refusedMp3s, simplest, sources, webp} from '../sources.js';

const WHOLE = {isWhole: true, isTaken: false};
const u32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const little = (value: number) => u32(value).reverse();
const box = (type: string, ...content: Uint8Array[]) => {
  const body = bytes(...content);
  return bytes(u32(8 + body.length), type, body);
};
const tag = (version: number, flags: number, frames: Uint8Array) =>
  bytes('ID3', [version, 0, flags, 0, 0, frames.length >> 7, frames.length & 127], frames);

let authority: TestAuthority;
let engine: Engine;
let foreign: Record<string, Uint8Array>;
before(async () => {
  authority = await makeAuthority();
  engine = await startEngine(authority.rootPem);
  const assertion = cborAssertion('org.example', {a: 1});
  const seal = store(
    await manifest({label: 'urn:c2pa:one', assertions: [assertion]}, authority.signer),
  );
  foreign = {
    PNG: inPng(seal),
    WAV: inWav(seal),
    HEIC: inBmff(seal, 'heic'),
    MP4: inBmff(seal, 'isom', 'to the end'),
  };
});

const stateOf = async (file: Uint8Array): Promise<string> =>
  (await readSeal(engine, file, detectMediaType(file) ?? '')).labelState;

describe('The place of a seal', () => {
  for (const {name, media, mediaType} of sources) {
    it(`is whole and free before a file is sealed, and taken after (${name})`, async () => {
      assert.deepEqual(sealPlaceOf(media), WHOLE);
      assert.equal(await stateOf(media), 'none');
      const {sealed} = await sealFile({media, mediaType}, authority.signer);
      assert.deepEqual(sealPlaceOf(sealed), {isWhole: true, isTaken: true});
    });
  }

  it('is taken in files that other programs sealed', () => {
    for (const [name, file] of Object.entries(foreign)) {
      assert.deepEqual(sealPlaceOf(file), {isWhole: true, isTaken: true}, name);
    }
  });

  it('is whole where programs leave bytes between segments, behind a form, or a size open', () => {
    const wav = (size: number) =>
      bytes('RIFF', little(size), 'WAVE', 'data', little(size), new Uint8Array(40));
    for (const [name, file] of Object.entries({
      'bytes between segments': bytes(jpeg.subarray(0, 20), [0, 0x33, 0xff, 0], jpeg.subarray(20)),
      'bytes that look like a marker': bytes(
        jpeg.subarray(0, 20),
        [0, 0xff, 0x3a, 0xf0, 0xf0],
        jpeg.subarray(20),
      ),
      'a WAV that was streamed': wav(0xffffffff),
      'a last odd byte': bytes(webp, [0]),
      'some bytes behind the last box': bytes(box('ftyp', bytes('isom')), box('mdat'), [0, 0, 0]),
      'a TIFF': bytes('II*\0', little(8), [0, 0], little(0)),
      'a BigTIFF': bytes('MM\0+', [0, 8, 0, 0], u32(0), u32(16), u32(0), u32(0), u32(0), u32(0)),
      'an SVG': bytes('<?xml version="1.0"?><svg xmlns="a"><g/></svg>\n'),
      'an SVG without content': bytes('<svg xmlns="a"/>'),
    })) {
      assert.deepEqual(sealPlaceOf(file), WHOLE, name);
    }
  });

  it('is not whole where a file ends early', () => {
    for (const [name, file] of Object.entries({
      'JPEG without a picture': jpeg.subarray(0, 200),
      'PNG without its end': png.subarray(0, -12),
      'PNG within its picture': png.subarray(0, -40),
      WebP: webp.subarray(0, -4),
      'WebP whose form ends within a chunk': bytes('RIFF', little(40), webp.subarray(8)),
      'WebP without a size': bytes('RIFF', little(0), webp.subarray(8)),
      'a tag longer than the file': refusedMp3s['a tag longer than the file'] ?? jpeg,
      MP4: bytes(box('ftyp', bytes('isom')), box('mdat', new Uint8Array(20)).subarray(0, 20)),
      'MP4 behind its first box': bytes(box('ftyp', bytes('isom', u32(0), 'isomavc1')), [0, 0, 0]),
      'PDF in its tail': bytes('%PDF-1.7\n1 0 obj<<>>endobj\nxref\n0 1\ntrailer<</Size 1'),
      TIFF: bytes('II*\0', little(800), [0, 0]),
      'TIFF within a directory': bytes('II*\0', little(8), [3, 0], little(0), little(0)),
      'TIFF with a circle': bytes('II*\0', little(8), [0, 0], little(8)),
      SVG: bytes('<svg xmlns="a"><g/>'),
    })) {
      assert.equal(sealPlaceOf(file).isWhole, false, name);
    }
  });

  it('is taken by a store that no directory of a TIFF names any more', () => {
    const file = bytes('II*\0', little(8), [0, 0], little(0), u32(99), 'jumb', u32(30), 'jumdc2pa');
    assert.deepEqual(sealPlaceOf(file), {isWhole: true, isTaken: true});
  });

  it('is taken by the entry of a store in a directory of a TIFF, and by no other bytes in its place', () => {
    const tiff = (type: number) =>
      bytes('II*\0', little(8), [1, 0, 0x41, 0xcd, type, 0], little(9), little(99), little(0));
    assert.deepEqual(sealPlaceOf(tiff(7)), {isWhole: true, isTaken: true});
    assert.deepEqual(sealPlaceOf(tiff(0x35)), WHOLE);
  });

  it('is free if only a picture in the file is sealed: a cover, a preview, a picture of a document', async () => {
    const sealedPictures = await Promise.all(
      simplest
        .filter(({mediaType}) => mediaType.startsWith('image/'))
        .map(async (source) => (await sealFile(source, authority.signer)).sealed),
    );
    for (const picture of sealedPictures) {
      const cover = bytes([0], 'image/jpeg\0', [3, 0], picture);
      const size = cover.length;
      const sizes = [21, 14, 7, 0].map((shift) => (size >> shift) & 127);
      const frame = bytes('APIC', sizes, [0, 0], cover);
      const all = [21, 14, 7, 0].map((shift) => (frame.length >> shift) & 127);
      const cd = bytes('PIC', [0, size >> 8, size & 255], cover);
      const allCd = [21, 14, 7, 0].map((shift) => (cd.length >> shift) & 127);
      const info = bytes([0, 0, 0, 34], new Uint8Array(34));
      const stream = `1 0 obj<</Filter/DCTDecode/Length ${size}>>stream\n`;
      for (const [name, file] of Object.entries({
        'a cover': bytes('ID3', [4, 0, 0], all, frame, mp3),
        'a cover in ID3v2.2': bytes('ID3', [2, 0, 0], allCd, cd, mp3),
        'a cover of a FLAC': bytes('fLaC', info, [0x86, 0, size >> 8, size & 255], cover),
        'a cover of a FLAC in ID3': bytes('ID3', [4, 0, 0], all, frame, 'fLaC', info),
        'a preview': bytes('II*\0', little(8), [0, 0], little(0), picture),
        'a picture in a PDF': bytes('%PDF-1.7\n', stream, picture, '\nendstream\n%%EOF\n'),
      })) {
        assert.deepEqual(sealPlaceOf(file), WHOLE, name);
      }
    }
  });

  it('is taken by the store of a PDF, named or not', () => {
    const seal = bytes(u32(99), 'jumb', u32(30), 'jumdc2pa');
    for (const start of ['stream\n', 'stream\r\n']) {
      const file = bytes('%PDF-1.7\n1 0 obj<<>>', start, seal, '\nendstream\n%%EOF\n');
      assert.deepEqual(sealPlaceOf(file), {isWhole: true, isTaken: true});
    }
    const named = bytes('%PDF-1.7\n<</AFRelationship/C2PA_Manifest>>\n%%EOF\n');
    assert.deepEqual(sealPlaceOf(named), {isWhole: true, isTaken: true});
  });

  it('is free if a seal is only mentioned elsewhere', () => {
    for (const [name, file] of Object.entries({
      'behind the picture': bytes(jpeg, 'jumdc2pa'),
      'in the sound': bytes(mp3, 'GEOB application/c2pa\0'),
      'in a comment': bytes(tag(4, 0, bytes('COMM', u32(20), [0, 0], 'application/c2pa !!!')), mp3),
      'in the media of a video': bytes(
        box('ftyp', bytes('isom')),
        box('mdat', foreign['PNG'] ?? new Uint8Array(0), new Uint8Array(200)),
      ),
    })) {
      assert.equal(sealPlaceOf(file).isTaken, false, name);
    }
  });
});

describe('A sealed file', () => {
  for (const {name, media, mediaType} of simplest) {
    it(`is never said to carry no seal, wherever it is cut off (${name})`, async () => {
      const {sealed} = await sealFile({media, mediaType}, authority.signer, {manifestSize: 8_192});
      for (let part = 1; part < 60; part++) {
        const file = sealed.subarray(0, 16 + Math.floor((sealed.length * part) / 60));
        if (file.length >= sealed.length) continue;
        assert.notEqual(await stateOf(file), 'none', `${file.length} of ${sealed.length} bytes`);
        assert.notEqual(await stateOf(file), 'valid', `${file.length} of ${sealed.length} bytes`);
      }
    });

    it(`is never said to carry no seal, whichever byte before or in its seal is damaged (${name})`, async () => {
      const {sealed, exclusion} = await sealFile({media, mediaType}, authority.signer, {
        manifestSize: 8_192,
      });
      const from = Math.max(0, exclusion.start - 60);
      for (let at = from; at < exclusion.start + 160; at += 1) {
        const file = Uint8Array.from(sealed);
        file[at] = (file[at] ?? 0) ^ 0x41;
        if (detectMediaType(file) !== mediaType) continue;
        assert.notEqual(await stateOf(file), 'none', `byte ${at - exclusion.start} of the seal`);
      }
    });
  }

  it('is never said to carry no seal, whatever ID3 frames or tags stand before it', async () => {
    const {sealed} = await sealFile({media: mp3, mediaType: 'audio/mpeg'}, authority.signer);
    const size = ((sealed[7] ?? 0) << 14) | ((sealed[8] ?? 0) << 7) | (sealed[9] ?? 0);
    const frames = sealed.subarray(10, 10 + size);
    const withFrame = (frame: Uint8Array) => {
      const all = bytes(frame, frames);
      const length = all.length;
      const sizes = [0, (length >> 14) & 127, (length >> 7) & 127, length & 127];
      return bytes('ID3', [4, 0, 0], sizes, all, sealed.subarray(10 + size));
    };
    for (const [name, file] of Object.entries({
      'an empty frame': withFrame(bytes('TENC', u32(0), [0, 0])),
      'a frame of a group': withFrame(bytes('TIT2', u32(5), [0, 0x40], 'A\0abc')),
      'a frame that is no text': withFrame(bytes('PRIV', u32(9), [0, 0], 'PeakValue')),
      'a frame longer than the tag': withFrame(bytes('TIT2', u32(99_999), [0, 0], '\0a')),
      'another tag': bytes(tag(4, 0, bytes('TIT2', u32(4), [0, 0], '\0abc')), sealed),
      'a tag said to be empty': bytes('ID3', [4, 0, 0, 0, 0, 0, 0], sealed.subarray(10)),
      'an unknown version': bytes('ID3', [5], sealed.subarray(4)),
    })) {
      assert.equal(await stateOf(file), 'unchecked', name);
    }
  });
});

describe('A hostile file', () => {
  it('is looked through in time that grows with its size alone', () => {
    const size = 4_000_000;
    const repeated = (start: Uint8Array, part: Uint8Array | number[]) => {
      const file = new Uint8Array(size);
      for (let at = start.length; at + part.length <= size; at += part.length) file.set(part, at);
      file.set(start);
      return file;
    };
    const bigTiff = repeated(bytes('II+\0', [8, 0, 0, 0, 16]), [0, 0, 0, 0, 0, 0, 0, 0]);
    for (const [name, file] of Object.entries({
      'many tags': repeated(bytes(), bytes('ID3', [4, 0, 0, 0, 0, 0, 0])),
      'many chunks': repeated(bytes('\x89PNG\r\n\x1a\n'), bytes(u32(0), 'abcd', u32(0))),
      'many boxes': repeated(box('ftyp', bytes('isom')), box('free')),
      'many segments': repeated(bytes([0xff, 0xd8]), [0xff, 0xe1, 0, 2]),
      'many chunks of a RIFF': repeated(
        bytes('RIFF', little(size - 8), 'WEBP'),
        bytes('abcd', little(0)),
      ),
      'a directory of everything': bigTiff,
    })) {
      const started = process.cpuUsage();
      sealPlaceOf(file);
      const {user} = process.cpuUsage(started);
      assert.ok(user < 3_000_000, `${name} took ${user / 1000} ms`);
    }
  });
});
