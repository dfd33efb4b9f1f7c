import {ascii, hasAscii, lengthOf, viewOf} from '../bytes.js';
import {unsupported, type Container, type Layout} from './container.js';

const RIFF_HEADER = 12;
const CHUNK_HEADER = 8;
const LARGEST_RIFF = 0xffffffff - 1;

interface Chunk {
  /** Of its four-character type. */
  start: number;
  /** After its data, without the padding byte. */
  end: number;
}

const isWebp = (media: Uint8Array): boolean =>
  media.length >= RIFF_HEADER + CHUNK_HEADER &&
  hasAscii(media, 0, 'RIFF') &&
  hasAscii(media, 8, 'WEBP');

/** The end of the RIFF form, without padding; whatever follows is not part of the picture. */
const riffEnd = (media: Uint8Array): number => 8 + viewOf(media).getUint32(4, true);

/** The chunks of the form. Stops without complaint where the file does. */
function* chunksOf(media: Uint8Array): Generator<Chunk> {
  if (!isWebp(media)) return;
  const view = viewOf(media);
  const formEnd = Math.min(riffEnd(media), media.length);
  for (let start = RIFF_HEADER; start + CHUNK_HEADER <= formEnd;) {
    const size = view.getUint32(start + 4, true);
    const end = start + CHUNK_HEADER + size;
    if (end > formEnd) return;
    yield {start, end};
    start = end + (size & 1);
  }
}

function frame(store: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(CHUNK_HEADER + store.length + (store.length & 1));
  const view = viewOf(chunk);
  view.setUint32(0, 0x43325041); // "C2PA"
  view.setUint32(4, store.length, true);
  chunk.set(store, CHUNK_HEADER);
  return chunk;
}

/** A C2PA chunk at the end of the form (C2PA 2.2, appendix A.3, RIFF); the RIFF size is hashed with it. */
export const webp: Container = {
  layOut(media, manifestSize): Layout {
    let lastEnd = 0;
    let firstType = '';
    for (const {start, end} of chunksOf(media)) {
      firstType ||= ascii(media, start, start + 4);
      lastEnd = end;
    }
    const isPicture = firstType === 'VP8 ' || firstType === 'VP8L' || firstType === 'VP8X';
    const formEnd = lastEnd && riffEnd(media);
    // Some writers leave out the last chunk's padding byte, or do not count it in the size.
    const paddedEnd = lastEnd + (lastEnd & 1);
    if (!isPicture || (formEnd !== lastEnd && formEnd !== paddedEnd)) {
      throw unsupported('This is not a complete WebP: a part of it is missing or damaged.');
    }
    const header = Uint8Array.from(media.subarray(0, RIFF_HEADER));
    const body = media.subarray(RIFF_HEADER, lastEnd);
    const before = lastEnd === paddedEnd ? [header, body] : [header, body, new Uint8Array(1)];
    const length = CHUNK_HEADER + manifestSize + (manifestSize & 1);
    const riffSize = paddedEnd + length - 8;
    if (riffSize > LARGEST_RIFF) throw unsupported('This WebP is too large for a seal.');
    viewOf(header).setUint32(4, riffSize, true);
    return {
      exclusion: {start: lengthOf(before), length},
      manifestSize,
      before,
      after: paddedEnd < media.length ? [media.subarray(paddedEnd)] : [],
      frame,
    };
  },
  carriesManifest(media) {
    for (const {start} of chunksOf(media)) if (hasAscii(media, start, 'C2PA')) return true;
    return false;
  },
};
