import {ascii, hasAscii, lengthOf, viewOf} from '../encoding/bytes.js';
import {outside, unsupported, type Container, type EarlierStore, type Layout} from './container.js';
import {CHUNK_HEADER, chunksOf, isRiff, RIFF_HEADER, riffEnd} from './riff.js';

const LARGEST_RIFF = 0xffffffff - 1;

const isWebp = (media: Uint8Array): boolean => isRiff(media) && hasAscii(media, 8, 'WEBP');

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
  layOut(media, manifestSize, earlier?: EarlierStore): Layout {
    let lastEnd = 0;
    let firstType = '';
    for (const {start, end} of isWebp(media) ? chunksOf(media) : []) {
      firstType ||= ascii(media, start, start + 4);
      lastEnd = end;
    }
    const isPicture = firstType === 'VP8 ' || firstType === 'VP8L' || firstType === 'VP8X';
    const formEnd = lastEnd && riffEnd(media);
    // Some writers omit the last chunk's padding byte, or do not count it in the size.
    const paddedEnd = lastEnd + (lastEnd & 1);
    if (!isPicture || (formEnd !== lastEnd && formEnd !== paddedEnd)) {
      throw unsupported('This is not a complete WebP: a part of it is missing or damaged.');
    }
    const header = Uint8Array.from(media.subarray(0, RIFF_HEADER));
    const places = earlier?.places ?? [];
    const at = places[0]?.start ?? lastEnd;
    const padding = places.length === 0 && lastEnd < paddedEnd ? [new Uint8Array(1)] : [];
    const before = [header, media.subarray(RIFF_HEADER, at), ...padding];
    const end = Math.min(paddedEnd, media.length);
    const later = places.length > 0 ? outside(media, {start: at, end}, places) : [];
    const length = CHUNK_HEADER + manifestSize + (manifestSize & 1);
    const riffSize = lengthOf(before) + length + lengthOf(later) - 8;
    if (riffSize > LARGEST_RIFF) throw unsupported('This WebP is too large for a seal.');
    viewOf(header).setUint32(4, riffSize, true);
    return {
      exclusion: {start: lengthOf(before), length},
      manifestSize,
      before,
      after: [...later, ...outside(media, {start: end, end: media.length})],
      frame,
    };
  },
};
