import {concat, viewOf} from '@sealed-capture/seal/encoding/bytes.js';

const ORIENTATION = 0x0112;
const ENTRY = 12;
const MARK = Uint8Array.of(0x45, 0x78, 0x69, 0x66, 0, 0);
/** Bytes of EXIF data in a segment of a JPEG, which has 65,535 after its marker. */
export const LARGEST_EXIF = 0xffff - 2 - MARK.length;

/**
 * EXIF data as a segment of a JPEG whose picture is upright already: the orientation says so, and nothing else is changed.
 * Undefined for data that are not TIFF, or too large for a segment.
 */
export function exifSegment(given: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const length = 2 + MARK.length + given.length;
  if (given.length > LARGEST_EXIF || given.length < 8) return undefined;
  const tiff = given.slice();
  const view = viewOf(tiff);
  const order = view.getUint16(0);
  const isLittle = order === 0x4949;
  if (!isLittle && order !== 0x4d4d) return undefined;
  const directory = view.getUint32(4, isLittle);
  const count = directory + 2 > tiff.length ? 0 : view.getUint16(directory, isLittle);
  for (let entry = 0; entry < count; entry++) {
    const at = directory + 2 + entry * ENTRY;
    if (at + ENTRY > tiff.length) break;
    if (view.getUint16(at, isLittle) === ORIENTATION) view.setUint16(at + 8, 1, isLittle);
  }
  const head = Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff);
  return concat([head, MARK, tiff]);
}
