import {hasAscii} from '../../encoding/bytes.js';
import {holds, STORE_MARK} from './marks.js';
import {type SealPlace} from './seal-place.js';

const HEADER = 10;
const FOOTER_FLAG = 0x10;
/** An ID3v1 tag, which may follow everything else. */
const ID3V1 = 128;
const MEDIA_TYPES = ['application/c2pa\0', 'application/x-c2pa-manifest-store\0'];
/** Bytes behind the tags in which a store may be whose tag has a damaged size. */
const BEHIND_TAG = 65_536;
/** Most bytes from a frame's identifier to the media type in it: header, length indicator, grouping, encoding. */
const BEFORE_TYPE = 24;

/** The size in an ID3v2 header or footer: seven bits in each byte. */
const sizeAt = (file: Uint8Array, at: number): number =>
  [0, 1, 2, 3].reduce((size, index) => size * 128 + ((file[at + index] ?? 0) & 0x7f), 0);

/** True if a GEOB frame (GEO in ID3v2.2) with a store begins in this range, whatever the frames before it are. */
function holdsStore(file: Uint8Array, start: number, end: number): boolean {
  if (holds(file, STORE_MARK, start, end)) return true;
  const tag = file.subarray(start, end);
  for (let at = tag.indexOf(0x47); at >= 0; at = tag.indexOf(0x47, at + 1)) {
    if (!hasAscii(tag, at, 'GEO')) continue;
    for (let type = at; type <= at + BEFORE_TYPE; type++) {
      if (MEDIA_TYPES.some((name) => hasAscii(tag, type, name))) return true;
    }
  }
  return false;
}

/** The ID3v2 tags before the audio, and one after it. */
export function placeInId3(file: Uint8Array): SealPlace {
  let isTaken = false;
  let at = 0;
  while (hasAscii(file, at, 'ID3')) {
    const hasFooter = ((file[at + 5] ?? 0) & FOOTER_FLAG) !== 0;
    const end = at + HEADER + sizeAt(file, at + 6) + (hasFooter ? HEADER : 0);
    isTaken ||= holdsStore(file, at, end);
    if (at + HEADER > file.length || end > file.length) return {isWhole: false, isTaken};
    at = end;
  }
  // A damaged size makes a tag end within its frames.
  isTaken ||= at > 0 && holdsStore(file, at, at + BEHIND_TAG);
  for (const footer of [file.length - HEADER, file.length - HEADER - ID3V1]) {
    if (!hasAscii(file, footer, '3DI')) continue;
    isTaken ||= holdsStore(file, Math.max(at, footer - sizeAt(file, footer + 6)), footer);
  }
  return {isWhole: true, isTaken};
}
