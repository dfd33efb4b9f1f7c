import {ascii, hasAscii, viewOf} from '../encoding/bytes.js';
import {outside, unsupported, type Container, type EarlierStore, type Layout} from './container.js';
import {crc32} from './crc32.js';

const SIGNATURE = '\x89PNG\r\n\x1a\n';
/** Bytes of length, type and CRC around a chunk's data. */
const CHUNK_FRAME = 12;
const HEADER_END = 8 + CHUNK_FRAME + 13;

export interface Chunk {
  /** Position of its length field. */
  start: number;
  end: number;
}

/** The chunks from IHDR to IEND. Ends silently where the file does. */
export function* chunksOf(media: Uint8Array): Generator<Chunk> {
  if (!hasAscii(media, 0, SIGNATURE)) return;
  const view = viewOf(media);
  for (let start = 8; start + CHUNK_FRAME <= media.length;) {
    const end = start + CHUNK_FRAME + view.getUint32(start);
    if (end > media.length) return;
    yield {start, end};
    if (hasAscii(media, start + 4, 'IEND')) return;
    start = end;
  }
}

function frame(store: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(store.length + CHUNK_FRAME);
  const view = viewOf(chunk);
  view.setUint32(0, store.length);
  view.setUint32(4, 0x63614258); // "caBX"
  chunk.set(store, 8);
  view.setUint32(8 + store.length, crc32(chunk.subarray(4, 8 + store.length)));
  return chunk;
}

/**
 * A caBX chunk after IHDR (C2PA 2.2, appendix A.3.2), or behind the last eXIf chunk: ExifTool up to 13.58 shows no
 * EXIF that follows a caBX chunk.
 */
export const png: Container = {
  layOut(media, manifestSize, earlier?: EarlierStore): Layout {
    let hasHeader = false;
    let complete = false;
    let at = HEADER_END;
    for (const {start, end} of chunksOf(media)) {
      const name = ascii(media, start + 4, start + 8);
      if (/[^\0-\x7f]/.test(name)) {
        throw unsupported(
          'This PNG cannot be read up to its end: the name of one of its chunks is damaged.',
        );
      }
      if (start === 8) hasHeader = end === HEADER_END && name === 'IHDR';
      if (name === 'eXIf') at = end;
      complete = name === 'IEND';
    }
    if (!hasHeader || !complete) {
      throw unsupported('This is not a complete PNG: a part of it is missing or damaged.');
    }
    const places = earlier?.places ?? [];
    at = places[0]?.start ?? at;
    return {
      exclusion: {start: at, length: manifestSize + CHUNK_FRAME},
      manifestSize,
      before: [media.subarray(0, at)],
      after: outside(media, {start: at, end: media.length}, places),
      frame,
    };
  },
};
