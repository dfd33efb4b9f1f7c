import {viewOf} from '../encoding/bytes.js';

/** Where a file contains the location outside its seal, or in a part of the seal that stays. */
export type LocationInFile = 'EXIF' | 'XMP';

const TIFF_HEADERS = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')];
const GPS_IFD = 0x8825;
const GPS_LATITUDE = 2;
const GPS_LONGITUDE = 4;
const ENTRY = 12;
const MOST_ENTRIES = 512;

/** The entries of a TIFF directory as tag and value, as far as they are within the file. */
function* entriesOf(tiff: DataView, start: number, isLittle: boolean): Generator<[number, number]> {
  if (start < 8 || start + 2 > tiff.byteLength) return;
  const count = tiff.getUint16(start, isLittle);
  for (let index = 0; index < Math.min(count, MOST_ENTRIES); index++) {
    const at = start + 2 + index * ENTRY;
    if (at + ENTRY > tiff.byteLength) return;
    yield [tiff.getUint16(at, isLittle), tiff.getUint32(at + 8, isLittle)];
  }
}

function holdsPosition(tiff: DataView, isLittle: boolean): boolean {
  if (tiff.byteLength < 8) return false;
  for (const [tag, gps] of entriesOf(tiff, tiff.getUint32(4, isLittle), isLittle)) {
    if (tag !== GPS_IFD) continue;
    for (const [field] of entriesOf(tiff, gps, isLittle)) {
      if (field === GPS_LATITUDE || field === GPS_LONGITUDE) return true;
    }
  }
  return false;
}

function holdsExifPosition(file: Buffer): boolean {
  return TIFF_HEADERS.some((header, index) => {
    for (let at = file.indexOf(header); at >= 0; at = file.indexOf(header, at + 1)) {
      if (holdsPosition(viewOf(file.subarray(at)), index === 0)) return true;
    }
    return false;
  });
}

/**
 * Finds the location in EXIF and XMP anywhere in a file, including embedded pictures. Compressed data are not
 * searched. Node only.
 */
export function locationsInFile(file: Uint8Array): LocationInFile[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return [
    ...(holdsExifPosition(bytes) ? ['EXIF' as const] : []),
    ...(bytes.includes('GPSLatitude') || bytes.includes('GPSLongitude') ? ['XMP' as const] : []),
  ];
}
