import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import {withoutJpegStore} from './jpeg.js';
import {withoutMp3Store} from './mp3.js';
import type {Piece} from './piece.js';
import {withoutPngStore} from './png.js';
import {withoutWebpStore} from './webp.js';

// A judge of what sealing may change. It knows the containers by itself, and shares no code with the product.

const readers: Record<SealableMediaType, (file: Buffer) => Piece[]> = {
  'image/jpeg': withoutJpegStore,
  'image/png': withoutPngStore,
  'image/webp': withoutWebpStore,
  'audio/mpeg': withoutMp3Store,
};

/**
 * Compares two files without their manifest stores, and the lengths and checksums around these. An ID3 tag that holds
 * nothing else does not count.
 *
 * @returns what differs, in words; undefined if nothing does
 */
export function differenceOutsideStore(
  mediaType: SealableMediaType,
  before: Buffer,
  after: Buffer,
): string | undefined {
  const read = (file: Buffer) => readers[mediaType](file).filter(({isEmpty}) => !isEmpty);
  const then = read(before);
  const [old, current] = [joined(then), joined(read(after))];
  if (old.equals(current)) return undefined;
  const at = firstDifference(old, current);
  const lengths = `${old.length} bytes outside of the store, then ${current.length}`;
  return `${lengths}; the first difference is at ${at} (${placeIn(then, at)}): ${excerpt(old, at)}, then ${excerpt(current, at)}`;
}

const joined = (pieces: readonly Piece[]): Buffer => Buffer.concat(pieces.map(({bytes}) => bytes));

function firstDifference(one: Buffer, other: Buffer): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at++) if (one[at] !== other[at]) return at;
  return end;
}

function placeIn(pieces: readonly Piece[], at: number): string {
  let start = 0;
  for (const {name, bytes} of pieces) {
    if (at < start + bytes.length) return name;
    start += bytes.length;
  }
  return 'the end';
}

const excerpt = (file: Buffer, at: number): string =>
  file.subarray(at, at + 8).toString('hex') || 'nothing';
