import type {Piece} from './piece.js';

const HEADER = 10;
const HAS_FOOTER = 0x10;
const MEDIA_TYPES = ['application/x-c2pa-manifest-store', 'application/c2pa'];

const syncSafe = (file: Buffer, at: number): number =>
  ((file[at]! & 0x7f) << 21) |
  ((file[at + 1]! & 0x7f) << 14) |
  ((file[at + 2]! & 0x7f) << 7) |
  (file[at + 3]! & 0x7f);

/**
 * The GEOB frame with a manifest store that begins at this place. Its end is where the store's own length says, so that
 * frames before it, which nobody can parse, do not matter.
 */
function storeFrameAt(file: Buffer, at: number, end: number): number | undefined {
  const fields = file.toString('latin1', at + HEADER + 1, at + HEADER + 1 + 256);
  const type = MEDIA_TYPES.find((one) => fields.startsWith(`${one}\0`));
  if (type === undefined) return undefined;
  const box = file.indexOf('jumb', at + HEADER, 'latin1') - 4;
  if (box < 0 || box > end) return undefined;
  const boxEnd = box + file.readUInt32BE(box);
  const isSyncSafe = file[at + 4]! < 0x80 && at + HEADER + syncSafe(file, at + 4) >= boxEnd;
  const size = isSyncSafe ? syncSafe(file, at + 4) : file.readUInt32BE(at + 4);
  const stated = at + HEADER + size;
  // Room that the seal did not take is filled with zeros within the frame.
  const isFilled = file.subarray(boxEnd, stated).every((byte) => byte === 0);
  return stated <= end && stated >= boxEnd && isFilled ? stated : undefined;
}

/** The pieces of a tag without its store. */
function tagWithoutStore(file: Buffer, start: number, end: number, number: number): Piece[] {
  const pieces: Piece[] = [];
  const name = `ID3 tag ${number}`;
  let kept = start + HEADER;
  for (let at = file.indexOf('GEOB', kept, 'latin1'); at >= 0 && at < end;) {
    const frameEnd = storeFrameAt(file, at, end);
    if (frameEnd !== undefined) {
      pieces.push({name, bytes: file.subarray(kept, at)});
      kept = frameEnd;
    }
    at = file.indexOf('GEOB', frameEnd ?? at + 4, 'latin1');
  }
  pieces.push({name, bytes: file.subarray(kept, end)});
  const isEmpty = pieces.every(({bytes}) => bytes.every((byte) => byte === 0));
  return [{name: `header of ${name}`, bytes: file.subarray(start, start + 6)}, ...pieces].map(
    (piece) => ({...piece, isEmpty}),
  );
}

/** An MP3 without the frames of its manifest stores and the sizes of the tags at its beginning. */
export function withoutMp3Store(file: Buffer): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (let number = 1; file.toString('latin1', at, at + 3) === 'ID3'; number++) {
    const end = at + HEADER + syncSafe(file, at + 6);
    if (end > file.length) break;
    pieces.push(...tagWithoutStore(file, at, end, number));
    const hasFooter = (file[at + 5]! & HAS_FOOTER) !== 0 && file[at + 3]! >= 4;
    if (hasFooter) pieces.push({name: 'footer', bytes: file.subarray(end, end + 6)});
    at = end + (hasFooter ? HEADER : 0);
  }
  return [...pieces, {name: 'bytes behind the tags', bytes: file.subarray(at)}];
}
