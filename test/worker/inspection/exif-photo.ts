import {readFile} from 'node:fs/promises';

/** A value of EXIF: text, whole numbers of 16 and 8 bits, the place of another directory, or fractions of thousands. */
type Value =
  | {ascii: string}
  | {short: number}
  | {byte: number}
  | {offset: number}
  | {fractions: readonly number[]};
type Directory = Readonly<Record<number, Value>>;

/** Numbers of the fields (CIPA DC-008), by the directory that they stand in. */
export interface ExifFields {
  main?: Directory;
  exif?: Directory;
  gps?: Directory;
}

const POINTERS = {exif: 0x8769, gps: 0x8825};

function encoded(value: Value): {type: number; count: number; bytes: Buffer} {
  if ('ascii' in value) {
    const bytes = Buffer.from(`${value.ascii}\0`, 'latin1');
    return {type: 2, count: bytes.length, bytes};
  }
  if ('byte' in value) return {type: 1, count: 1, bytes: Buffer.from([value.byte])};
  if ('short' in value) {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(value.short);
    return {type: 3, count: 1, bytes};
  }
  if ('offset' in value) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value.offset);
    return {type: 4, count: 1, bytes};
  }
  const bytes = Buffer.alloc(8 * value.fractions.length);
  value.fractions.forEach((number, at) => {
    bytes.writeUInt32BE(Math.round(number * 1000), 8 * at);
    bytes.writeUInt32BE(1000, 8 * at + 4);
  });
  return {type: 5, count: value.fractions.length, bytes};
}

/** A directory of TIFF at this offset, with its long values behind it. */
function directoryAt(offset: number, fields: Directory): Buffer {
  const entries = Object.entries(fields);
  const head = Buffer.alloc(2 + 12 * entries.length + 4);
  const behind: Buffer[] = [];
  let end = offset + head.length;
  head.writeUInt16BE(entries.length);
  entries.forEach(([tag, value], at) => {
    const {type, count, bytes} = encoded(value);
    const entry = 2 + 12 * at;
    head.writeUInt16BE(Number(tag), entry);
    head.writeUInt16BE(type, entry + 2);
    head.writeUInt32BE(count, entry + 4);
    if (bytes.length <= 4) return bytes.copy(head, entry + 8);
    head.writeUInt32BE(end, entry + 8);
    behind.push(bytes);
    end += bytes.length;
  });
  return Buffer.concat([head, ...behind]);
}

/** A JPEG with these EXIF fields. */
export async function exifPhoto({main = {}, exif = {}, gps = {}}: ExifFields) {
  const start = 8;
  const withPointers = (exifAt: number, gpsAt: number) =>
    directoryAt(start, {
      ...main,
      [POINTERS.exif]: {offset: exifAt},
      [POINTERS.gps]: {offset: gpsAt},
    });
  const exifAt = start + withPointers(0, 0).length;
  const exifPart = directoryAt(exifAt, exif);
  const gpsAt = exifAt + exifPart.length;
  const tiff = Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    withPointers(exifAt, gpsAt),
    exifPart,
    directoryAt(gpsAt, gps),
  ]);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(body.length + 2, 2);
  const plain = await readFile(new URL('../../../seal/test/media/small.jpg', import.meta.url));
  return new Uint8Array(Buffer.concat([plain.subarray(0, 2), marker, body, plain.subarray(2)]));
}
