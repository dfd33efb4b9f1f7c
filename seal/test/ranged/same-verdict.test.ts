import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import type {SealableMediaType} from '../../src/model/media-type.js';
import {crc32} from '../../src/containers/crc32.js';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {BytesBlob, provideFileReaderSync} from '../../src/node/file-reader-sync.js';
import {rangedMedia} from '../../src/ranged/ranged-media.js';
import {signWithEngine} from '../engine-signing.js';
import {iso, isoBox, otherFormats, wav} from '../media-formats.js';
import {makeAuthority} from '../pki.js';
import {startEngine} from '../seal-file.js';
import {bytes, jpeg, mp3, mp3s, png, unreadableFrames, webp} from '../sources.js';

type Change = (file: Buffer) => Uint8Array;
interface Damage {
  name: string;
  mediaType: string;
  media: Uint8Array;
  change: Change;
}

const of = (format: string): Uint8Array =>
  otherFormats.find(([name]) => name === format)?.[2] ?? new Uint8Array(0);

/** Writes these bytes `offset` bytes behind the first place of `text`. */
const overwrite =
  (text: string | number[], written: string | number[], offset = 0): Change =>
  (file) => {
    const at = file.indexOf(bytes(text), 0);
    assert.ok(at >= 0, 'the damaged bytes are there');
    const copy = Buffer.from(file);
    bytes(written).copy(copy, at + offset);
    return copy;
  };
const cut =
  (length: number): Change =>
  (file) =>
    file.subarray(0, file.length - length);

/** The tag of the engine, with a frame before its first that makes the engine give up. */
const withFrame: Change = (file) => {
  const frame = unreadableFrames['an empty frame'] ?? bytes();
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (file[at] ?? 0), frame.length);
  const sizes = [21, 14, 7, 0].map((shift) => (size >> shift) & 127);
  return bytes('ID3', file.subarray(3, 6), sizes, frame, file.subarray(10));
};

const damaged = (name: string, mediaType: string, media: Uint8Array, change: Change): Damage => ({
  name,
  mediaType,
  media,
  change,
});

/** Sealed files whose seal the engine does not find after this damage. */
const damages: Damage[] = [
  damaged('JPEG: label', 'image/jpeg', jpeg, overwrite('c2pa\0', 'c2pb')),
  damaged('JPEG: APP11 marker', 'image/jpeg', jpeg, overwrite([0xff, 0xeb], [0xff, 0xe4])),
  damaged('PNG: caBY', 'image/png', png, overwrite('caBX', 'caBY')),
  damaged('WebP: C2PB', 'image/webp', webp, overwrite('C2PA', 'C2PB')),
  damaged('WAV: C2PB', 'audio/wav', wav, overwrite('C2PA', 'C2PB')),
  damaged('AVI: C2PB', 'video/avi', of('AVI'), overwrite('C2PA', 'C2PB')),
  damaged('MP3: an unreadable frame', 'audio/mpeg', mp3, withFrame),
  damaged('FLAC: an unreadable frame', 'audio/flac', of('FLAC'), withFrame),
  damaged('MP4: UUID', 'video/mp4', iso('isom'), overwrite([0xd8, 0xfe, 0xc3], [0xd8, 0xff])),
  damaged('MP4: box type', 'video/mp4', iso('isom'), overwrite('uuid', 'uuie')),
  damaged('HEIC: UUID', 'image/heic', of('HEIC'), overwrite([0xd8, 0xfe, 0xc3], [0xd8, 0xff])),
  damaged('TIFF: tag', 'image/tiff', of('TIFF'), overwrite([0x41, 0xcd], [0x42])),
  damaged('BigTIFF: tag', 'image/tiff', of('BigTIFF'), overwrite([0x41, 0xcd], [0x42])),
  damaged('DNG: tag', 'image/x-adobe-dng', of('DNG'), overwrite([0x41, 0xcd], [0x42])),
  damaged('GIF: app id', 'image/gif', of('GIF'), overwrite('C2PA_GIF', 'C2PB_GIF')),
];

/** Sealed files that end early. */
const cuts: Damage[] = [
  damaged('JPEG: cut', 'image/jpeg', jpeg, (file) => file.subarray(0, 900)),
  damaged('PNG: cut', 'image/png', png, cut(20)),
  damaged('WAV: cut', 'audio/wav', wav, (file) => file.subarray(0, 40)),
  damaged('MP4: cut', 'video/mp4', iso('isom'), cut(10)),
  damaged('SVG: cut', 'image/svg+xml', of('SVG'), cut(8)),
];

describe('A file in memory, and the same file by ranges', () => {
  let engine: Engine;
  let seal: (media: Uint8Array, mediaType: string) => Promise<Uint8Array>;
  before(async () => {
    const authority = await makeAuthority();
    engine = await startEngine(authority.rootPem);
    provideFileReaderSync();
    const definition = JSON.stringify({claim_generator_info: [{name: 'test', version: '1'}]});
    seal = (media, mediaType) =>
      signWithEngine(
        engine,
        media,
        mediaType as SealableMediaType,
        authority.signer,
        definition,
        'edit',
      );
  });

  /** The verdict, which is the same in both ways. */
  async function verdictOn(file: Uint8Array, mediaType: string) {
    const {labelState, reason} = await readSeal(engine, file, mediaType);
    const blob = new BytesBlob(file, '');
    // The engine copies small files as a whole, which only this Blob allows.
    const other = await readSeal(engine, {...(await rangedMedia(blob)), blob}, mediaType);
    assert.deepEqual(
      {labelState: other.labelState, reason: other.reason},
      {labelState, reason},
      'by ranges',
    );
    return {labelState, reason};
  }

  for (const {name, mediaType, media, change} of damages) {
    it(`agree that a damaged seal is not “no seal” (${name})`, async () => {
      const file = change(Buffer.from(await seal(media, mediaType)));
      assert.equal((await verdictOn(file, mediaType)).labelState, 'unchecked');
    });
  }

  for (const {name, mediaType, media, change} of cuts) {
    it(`agree that a seal may be missing (${name})`, async () => {
      const file = change(Buffer.from(await seal(media, mediaType)));
      assert.match((await verdictOn(file, mediaType)).labelState, /^(unchecked|invalid)$/);
    });
  }

  it('agree on files without a seal', async () => {
    for (const [name, mediaType, media] of [
      ['JPEG', 'image/jpeg', jpeg] as const,
      ['PNG', 'image/png', png] as const,
      ['MP3', 'audio/mpeg', mp3s['ID3v2.4 with padding'] ?? mp3] as const,
      ['WAV with bytes behind it', 'audio/wav', bytes(wav, 'something')] as const,
      ...otherFormats,
    ]) {
      assert.equal((await verdictOn(media, mediaType)).labelState, 'none', name);
    }
  });

  describe('agree that a file carries only the address of a seal', () => {
    const xmp = bytes(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      '<rdf:Description rdf:about="" xmlns:dcterms="http://purl.org/dc/terms/" ',
      'dcterms:provenance="https://example.org/seal.c2pa"/></rdf:RDF></x:xmpmeta>',
    );
    const app1 = bytes('http://ns.adobe.com/xap/1.0/\0', xmp);
    const length = app1.length + 2;
    const inJpeg = bytes(
      jpeg.subarray(0, 20),
      [0xff, 0xe1, length >> 8, length & 255],
      app1,
      jpeg.subarray(20),
    );
    const text = bytes('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', xmp);
    const sum = crc32(text);
    const inPng = bytes(
      png.subarray(0, 33),
      [0, 0, (text.length - 4) >> 8, (text.length - 4) & 255],
      text,
      [sum >>> 24, (sum >> 16) & 255, (sum >> 8) & 255, sum & 255],
      png.subarray(33),
    );
    for (const [name, mediaType, file] of [
      ['JPEG', 'image/jpeg', inJpeg],
      ['PNG', 'image/png', bytes(inPng, new Uint8Array(5000))],
    ] as const) {
      it(name, async () => {
        const {labelState, reason} = await verdictOn(file, mediaType);
        assert.equal(labelState, 'none');
        assert.match(reason, /only the address of one/);
      });
    }

    it('a large JPEG in memory', async () => {
      const file = new Uint8Array(33 * 1024 * 1024);
      file.set(inJpeg);
      assert.match((await readSeal(engine, file, 'image/jpeg')).reason, /only the address of one/);
    });
  });

  it('agree on a WAV that was streamed, so that its sizes are unknown', async () => {
    const file = bytes(wav);
    const unknown = bytes([255, 255, 255, 255]);
    unknown.copy(file, 4);
    unknown.copy(file, file.indexOf('data') + 4);
    assert.equal((await verdictOn(file, 'audio/wav')).labelState, 'none');
  });

  it('agree on a segment of a fragmented video', async () => {
    const file = bytes(isoBox('styp', 'msdh'), isoBox('moof', [0]), isoBox('mdat', 'media'));
    assert.match((await verdictOn(file, 'video/mp4')).reason, /one part of a video/);
  });
});
