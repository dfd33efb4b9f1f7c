import assert from 'node:assert/strict';
import {crc32} from 'node:zlib';
import {before, describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import {readCbor} from '@sealed-capture/seal/checking/read-manifest.js';
import {encode, Tagged} from '@sealed-capture/seal/encoding/cbor.js';
import {readBoxes} from '@sealed-capture/seal/encoding/jumbf-reader.js';
import {storeOf} from '@sealed-capture/seal/own-reader/files/embedded-store.js';
import {box} from '../../../seal/test/foreign-store.js';
import {png} from '../../../seal/test/sources.js';
import {
  changed,
  manifestsOf,
  withManifests,
  type Surgical,
} from '../../../seal/test/updates/surgery.js';
import {envelope, fileForm, jpegOf, protectForm} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

/** The manifest with another unsigned header of its signature, which no hash and no signature covers. */
const withUnsigned = (manifest: Uint8Array, unsigned: object): Uint8Array =>
  changed(manifest, {
    parts: (all) =>
      all.map((part) => {
        const [content] = part.contentType === 'c2cs' ? readBoxes(part.children[0]!) : [];
        if (!content) return part;
        const {tag, value} = readCbor(content.content) as {tag: number; value: unknown[]};
        const [header, , payload, signature] = value;
        const sign1 = new Tagged(tag, [header, unsigned, payload, signature]);
        return {...part, children: [box('cbor', encode(sign1))]};
      }),
  });

/** A JPEG segment of this length. */
function segment(length: number, marker: number, start = ''): Buffer {
  const made = Buffer.alloc(length, 'x');
  made.writeUInt16BE(0xff00 | marker, 0);
  made.writeUInt16BE(length - 2, 2);
  made.write(start, 4, 'latin1');
  return made;
}

/** A PNG chunk of this length. */
function chunk(length: number, type: string, start = ''): Buffer {
  const made = Buffer.alloc(length, 'x');
  made.writeUInt32BE(length - 12, 0);
  made.write(type + start, 4, 'latin1');
  made.writeUInt32BE(crc32(made.subarray(4, -4)), length - 4);
  return made;
}

/** Content that an attacker would like to put where the hash of the file leaves out the seal. */
const contents: Record<Surgical, Record<string, (length: number) => Buffer>> = {
  'image/jpeg': {
    'a comment': (length) => segment(length, 0xfe),
    XMP: (length) => segment(length, 0xe1, 'http://ns.adobe.com/xap/1.0/\0'),
    'a JUMBF box of another kind': (length) => segment(length, 0xeb, 'JP\0\x09\0\0\0\x01'),
    'a picture of its own': (length) => {
      const picture = jpegOf(0).subarray(2);
      return Buffer.concat([picture, Buffer.alloc(length - picture.length)]);
    },
  },
  'image/png': {
    'a text': (length) => chunk(length, 'tEXt', 'Comment\0'),
    EXIF: (length) => chunk(length, 'eXIf', 'MM'),
    'pixels of its own': (length) => chunk(length, 'IDAT'),
  },
};

describe('The bytes of a file that its hash leaves out for the seal', () => {
  const service = serviceOfSuite();
  const files: {mediaType: Surgical; sealed: Buffer; redacted: Buffer}[] = [];

  const inspect = async (file: Uint8Array) =>
    (await service.post('/inspect', envelope(file))).json<InspectionResult>();
  const protect = async (media: Uint8Array, mediaType: SealableMediaType) => {
    const metadata = {gps: {latitude: 48.137154, longitude: 11.576124}, tags: {site: 'A'}};
    const {payload, headers} = await protectForm(media, mediaType, metadata);
    return (await service.post('/protect', payload, headers)).rawPayload;
  };
  const redact = async (media: Uint8Array, mediaType: SealableMediaType) => {
    const {payload, headers} = await fileForm(media, mediaType, {sections: 'place'});
    return (await service.post('/redact', payload, headers)).rawPayload;
  };
  before(async () => {
    for (const [media, mediaType] of [
      [jpegOf(3_000), 'image/jpeg'],
      [png, 'image/png'],
    ] as const) {
      const sealed = await protect(media, mediaType);
      files.push({mediaType, sealed, redacted: await redact(sealed, mediaType)});
    }
  });

  /** The file without the unsigned part of its newest seal, and the number of bytes that this frees. */
  const shortened = (file: Buffer, mediaType: Surgical, pad?: Uint8Array) => {
    const manifests = manifestsOf(file);
    const newest = withUnsigned(manifests.pop()!, pad ? {pad} : {});
    const short = withManifests(file, mediaType, [...manifests, newest]);
    return {short, freed: file.length - short.length};
  };

  it('hold the seal alone: nothing else fits in place of its time stamp', async () => {
    for (const {mediaType, sealed, redacted} of files) {
      for (const [state, file] of Object.entries({sealed, redacted})) {
        const {labelState, tags} = await inspect(file);
        assert.equal(labelState, 'valid');
        const {short, freed} = shortened(file, mediaType);
        assert.ok(freed > 1_000, `${freed}`);
        const place = storeOf(short)?.places;
        for (const [name, make] of Object.entries(contents[mediaType])) {
          for (const at of [place![0]!.start, place!.at(-1)!.end]) {
            const filled = [short.subarray(0, at), make(freed), short.subarray(at)];
            const forged = Buffer.concat(filled);
            assert.equal(forged.length, file.length);
            const result = await inspect(forged);
            const what = `${name} at ${at} of the ${state} ${mediaType}`;
            assert.notEqual(result.labelState, 'valid', what);
            assert.equal(result.labelValid, false, what);
          }
        }
        // The attack fails because of what was inserted: with padding of that length, the seal holds.
        const {short: padded} = shortened(file, mediaType, new Uint8Array(freed - 8));
        const {short: exact, freed: rest} = shortened(
          file,
          mediaType,
          new Uint8Array(freed - 8 + file.length - padded.length),
        );
        assert.equal(rest, 0);
        const harmless = await inspect(exact);
        assert.deepEqual([harmless.labelState, harmless.tags], ['valid', tags], harmless.reason);
      }
    }
  });
});
