/** Most bytes of files that are packed together: unpackers have difficulties with more. */
export const MOST_TOGETHER = 1_000_000_000;
/** Bytes of the end record of a ZIP without a comment (PKWARE APPNOTE, section 4.3.16). */
const END = 22;
const END_SIGNATURE = 0x06054b50;
/** Bytes of a central directory record before its name, and the places of numbers in it (section 4.3.12). */
const RECORD = 46;
const NAME_LENGTH = 28;
const EXTRA_LENGTH = 30;
const COMMENT_LENGTH = 32;
const OFFSET = 42;
/** More would take ZIP64, which not every unpacker reads. */
const MOST_ENTRIES = 0xffff;
const MOST_BYTES = 0xffff_ffff;

/**
 * Joins ZIPs without comments to one. Only their directories are read: the rest is taken over as it is, so that the
 * browser may keep it outside the memory of the page.
 */
export async function joinedZips(zips: readonly Blob[]): Promise<Blob> {
  const contents: Blob[] = [];
  const records: Uint8Array<ArrayBuffer>[] = [];
  let [start, entries] = [0, 0];
  for (const zip of zips) {
    const end = new DataView(await zip.slice(zip.size - END).arrayBuffer());
    if (end.byteLength < END || end.getUint32(0, true) !== END_SIGNATURE) {
      throw new TypeError('This is no ZIP, or has a comment.');
    }
    const [length, at] = [end.getUint32(12, true), end.getUint32(16, true)];
    const directory = new Uint8Array(await zip.slice(at, at + length).arrayBuffer());
    moveBy(start, directory);
    contents.push(zip.slice(0, at));
    records.push(directory);
    start += at;
    entries += end.getUint16(10, true);
  }
  const length = records.reduce((sum, {byteLength}) => sum + byteLength, 0);
  if (entries > MOST_ENTRIES || start + length > MOST_BYTES) {
    throw new RangeError('The ZIP would be too large.');
  }
  const end = new DataView(new ArrayBuffer(END));
  end.setUint32(0, END_SIGNATURE, true);
  end.setUint16(8, entries, true);
  end.setUint16(10, entries, true);
  end.setUint32(12, length, true);
  end.setUint32(16, start, true);
  return new Blob([...contents, ...records, end], {type: 'application/zip'});
}

/** Adds to the place of each entry. */
function moveBy(start: number, directory: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(directory.buffer);
  for (let at = 0; at + RECORD <= view.byteLength;) {
    view.setUint32(at + OFFSET, view.getUint32(at + OFFSET, true) + start, true);
    const lengths = [NAME_LENGTH, EXTRA_LENGTH, COMMENT_LENGTH];
    at += lengths.reduce((sum, place) => sum + view.getUint16(at + place, true), RECORD);
  }
}
