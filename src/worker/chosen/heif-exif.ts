import {boxesOf, type Box} from '@sealed-capture/seal/own-reader/files/bmff.js';
import {ascii, viewOf} from '@sealed-capture/seal/encoding/bytes.js';

/** Bytes of version and flags of a box. */
const FULL_BOX = 4;
/** Most items of a picture, and most boxes side by side, that are read. */
const MOST_ITEMS = 10_000;

/**
 * The EXIF data of a HEIC or AVIF file as TIFF (ISO/IEC 23008-12, annex A.2.1); undefined if there is none, or the file
 * cannot be read.
 */
export function exifOfHeif(file: Uint8Array): Uint8Array | undefined {
  try {
    const meta = inside(file).find(({type}) => type === 'meta');
    if (!meta) return undefined;
    const boxes = inside(file, meta.content + FULL_BOX, meta.end);
    const named = (type: string) => boxes.find((box) => box.type === type);
    const [items, places] = [named('iinf'), named('iloc')];
    const id = items && exifItem(file, items);
    const place = id === undefined || !places ? undefined : placeOf(file, places, id);
    if (!place) return undefined;
    const base = place.isInData ? (named('idat')?.content ?? NaN) : 0;
    const start = base + place.start;
    const item = file.subarray(start, start + place.length);
    const tiff = item.subarray(4 + viewOf(item).getUint32(0));
    return item.length === place.length && tiff.length > 8 ? tiff : undefined;
  } catch (thrown) {
    // A number that lies outside of the file.
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/** The first boxes of a range. A large file can have millions. */
function inside(file: Uint8Array, start = 0, end = file.length): Box[] {
  const boxes: Box[] = [];
  for (const box of boxesOf(file, {start, end})) {
    boxes.push(box);
    if (boxes.length === MOST_ITEMS) break;
  }
  return boxes;
}

/** The id of the item with EXIF data. */
function exifItem(file: Uint8Array, {content, end}: Box): number | undefined {
  const first = content + FULL_BOX + (file[content] === 0 ? 2 : 4);
  for (const {type, content: at} of inside(file, first, end)) {
    const version = file[at] ?? 0;
    if (type !== 'infe' || version < 2) continue;
    const view = viewOf(file);
    const id = at + FULL_BOX;
    const isLong = version > 2;
    const name = id + (isLong ? 4 : 2) + 2;
    if (ascii(file, name, name + 4) !== 'Exif') continue;
    return isLong ? view.getUint32(id) : view.getUint16(id);
  }
  return undefined;
}

interface Place {
  start: number;
  length: number;
  /** It is counted from the start of the box `idat`, not of the file. */
  isInData: boolean;
}

/** Where an item is, if it is in one piece (ISO/IEC 14496-12, 8.11.3). */
function placeOf(file: Uint8Array, {content, end}: Box, wanted: number): Place | undefined {
  const view = viewOf(file.subarray(content, end));
  const version = view.getUint8(0);
  const [sizes, more] = [view.getUint8(4), view.getUint8(5)];
  const indexSize = version === 0 ? 0 : more & 15;
  let at = 6;
  const read = (size: number): number => {
    at += size;
    switch (size) {
      case 0:
        return 0;
      case 2:
        return view.getUint16(at - 2);
      case 4:
        return view.getUint32(at - 4);
      case 8:
        return Number(view.getBigUint64(at - 8));
      default:
        throw new RangeError('This is no size of a number.');
    }
  };
  const idSize = version < 2 ? 2 : 4;
  const count = Math.min(MOST_ITEMS, read(idSize));
  for (let item = 0; item < count; item++) {
    const id = read(idSize);
    const method = version === 0 ? 0 : read(2) & 15;
    read(2);
    const base = read(more >> 4);
    const extents = read(2);
    let place: Place | undefined;
    for (let extent = 0; extent < Math.min(MOST_ITEMS, extents); extent++) {
      read(indexSize);
      const start = base + read(sizes >> 4);
      place = {start, length: read(sizes & 15), isInData: method === 1};
    }
    if (id === wanted) return extents === 1 && method < 2 ? place : undefined;
  }
  return undefined;
}
