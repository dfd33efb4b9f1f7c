import {isManifestType} from '../../containers/mp3.js';
import {hasAscii} from '../../encoding/bytes.js';
import {someIn, type Look} from './look.js';
import {holdsBareStore} from './marks.js';
import {type SealPlace} from './seal-place.js';

const HEADER = 10;
const FOOTER_FLAG = 0x10;
/** An ID3v1 tag, which may follow everything else. */
const ID3V1 = 128;
/** Bytes behind the tags in which a store may be whose tag has a damaged size. */
const BEHIND_TAG = 65_536;
/** Most bytes from a frame's identifier to the media type in it: header, length indicator, grouping, encoding. */
const BEFORE_TYPE = 24;

/** The size in an ID3v2 header or footer: seven bits in each byte. */
export const sizeAt = (file: Uint8Array, at: number): number =>
  [0, 1, 2, 3].reduce((size, index) => size * 128 + ((file[at + index] ?? 0) & 0x7f), 0);

/** True if a GEOB frame (GEO in ID3v2.2) with a store begins here, whatever the frames before it are. */
function holdsStore(tag: Uint8Array): boolean {
  // Also behind a damaged header. A cover may be a sealed picture, which is no seal of this file.
  if (holdsBareStore(tag)) return true;
  for (let at = tag.indexOf(0x47); at >= 0; at = tag.indexOf(0x47, at + 1)) {
    if (!hasAscii(tag, at, 'GEO')) continue;
    for (let type = at; type <= at + BEFORE_TYPE; type++) {
      if (isManifestType(tag, type)) return true;
    }
  }
  return false;
}

/** The ID3v2 tags before the audio, and one after it. FLAC may have them, too. */
export function* placeInId3(size: number): Look<SealPlace> {
  let isTaken = false;
  let at = 0;
  for (;;) {
    const header = yield {start: at, end: at + HEADER};
    if (!hasAscii(header, 0, 'ID3')) break;
    const hasFooter = ((header[5] ?? 0) & FOOTER_FLAG) !== 0;
    const end = at + HEADER + sizeAt(header, 6) + (hasFooter ? HEADER : 0);
    isTaken ||= yield* someIn({start: at, end: Math.min(end, size)}, holdsStore);
    if (at + HEADER > size || end > size) return {isWhole: false, isTaken};
    at = end;
  }
  // A damaged size makes a tag end within its frames.
  isTaken ||= at > 0 && holdsStore(yield {start: at, end: at + BEHIND_TAG});
  for (const footer of [size - HEADER, size - HEADER - ID3V1]) {
    if (footer < 0) continue;
    const bytes = yield {start: footer, end: footer + HEADER};
    if (!hasAscii(bytes, 0, '3DI')) continue;
    const start = Math.max(at, footer - sizeAt(bytes, 6));
    isTaken ||= yield* someIn({start, end: footer}, holdsStore);
  }
  return {isWhole: true, isTaken};
}
