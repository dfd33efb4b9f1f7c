import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {exifSegment} from '../../../src/worker/chosen/exif-segment.js';
import {exifOfHeif} from '../../../src/worker/chosen/heif-exif.js';

const uint16 = (value: number) => Buffer.of(value >> 8, value & 0xff);
const uint32 = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex');
const box = (type: string, ...parts: Uint8Array[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};
const full = (type: string, version: number, ...parts: Uint8Array[]) =>
  box(type, Buffer.of(version, 0, 0, 0), ...parts);

/** A directory with the orientation 6 and a model. */
const tiff = Buffer.concat([
  Buffer.from('MM\0*', 'latin1'),
  uint32(8),
  uint16(2),
  ...[uint16(0x0110), uint16(2), uint32(4), Buffer.from('Cam\0', 'latin1')],
  ...[uint16(0x0112), uint16(3), uint32(1), uint16(6), uint16(0)],
  uint32(0),
]);

/** The boxes of a HEIC file whose item 2 has EXIF data; without a picture. */
function heic(): Buffer {
  const item = Buffer.concat([uint32(6), Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const entry = (id: number, type: string) =>
    full('infe', 2, uint16(id), uint16(0), Buffer.from(`${type}\0`, 'latin1'));
  const items = full('iinf', 0, uint16(2), entry(1, 'hvc1'), entry(2, 'Exif'));
  const places = (start: number) =>
    full(
      'iloc',
      0,
      Buffer.of(0x44, 0),
      uint16(2),
      ...[uint16(1), uint16(0), uint16(1), uint32(0), uint32(1)],
      ...[uint16(2), uint16(0), uint16(1), uint32(start), uint32(item.length)],
    );
  const begin = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const meta = (start: number) => full('meta', 0, items, places(start));
  const start = begin.length + meta(0).length + 8;
  return Buffer.concat([begin, meta(start), box('mdat', item)]);
}

describe('the EXIF data of a HEIC file', () => {
  it('are found by the places of its items', () => {
    assert.deepEqual(Buffer.from(exifOfHeif(heic()) ?? []), tiff);
  });

  it('are undefined for a file that is cut off anywhere, and for any other file', () => {
    const file = heic();
    for (let length = 0; length < file.length - 1; length++) {
      assert.equal(exifOfHeif(file.subarray(0, length)), undefined, `${length} bytes`);
    }
    assert.equal(exifOfHeif(Buffer.from('no picture')), undefined);
  });

  it('are looked for in the first 10,000 boxes only', () => {
    const boxes = Buffer.concat(Array.from({length: 50_000}, () => box('free')));
    const meta = full('meta', 0, full('iinf', 0, uint16(2), boxes), box('iloc'));
    for (const file of [boxes, meta]) {
      let read = 0;
      const {buffer, byteOffset} = file;
      const subarray = (from = 0, to = file.length) => {
        read += 1;
        return new Uint8Array(buffer, byteOffset + from, to - from);
      };
      assert.equal(exifOfHeif(Object.assign(file, {subarray})), undefined);
      assert.ok(read >= 10_000 && read < 10_100, `${read} boxes`);
    }
  });

  it('never throw, whatever byte is changed', () => {
    const file = heic();
    for (let at = 0; at < file.length; at++) {
      for (const value of [0, 0xff]) {
        const changed = Buffer.from(file);
        changed[at] = value;
        exifOfHeif(changed);
      }
    }
  });
});

describe('the EXIF data in a JPEG made from another file', () => {
  it('say that the picture is upright, and are the same otherwise', () => {
    const segment = Buffer.from(exifSegment(tiff) ?? []);
    assert.equal(segment.readUInt16BE(0), 0xffe1);
    assert.equal(segment.readUInt16BE(2), segment.length - 2);
    assert.equal(segment.toString('latin1', 4, 10), 'Exif\0\0');
    const written = segment.subarray(10);
    assert.equal(written.readUInt16BE(8 + 2 + 12 + 8), 1);
    const before = Buffer.from(tiff);
    before.writeUInt16BE(1, 8 + 2 + 12 + 8);
    assert.deepEqual(written, before);
  });

  it('are left out if they are no TIFF, or too large for a segment', () => {
    assert.equal(exifSegment(Buffer.from('no TIFF at all')), undefined);
    assert.equal(exifSegment(Buffer.concat([tiff, Buffer.alloc(0xffff)])), undefined);
  });
});
