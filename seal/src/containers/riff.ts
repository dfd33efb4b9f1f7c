import {hasAscii, viewOf} from '../encoding/bytes.js';

export const RIFF_HEADER = 12;
export const CHUNK_HEADER = 8;

export interface RiffChunk {
  /** Position of its four-character type. */
  start: number;
  /** End of its data, without the padding byte. */
  end: number;
}

/** True for a RIFF file of any form with room for a chunk. */
export const isRiff = (media: Uint8Array): boolean =>
  media.length >= RIFF_HEADER + CHUNK_HEADER && hasAscii(media, 0, 'RIFF');

/** The end of the RIFF form, without padding; later bytes are not part of it. */
export const riffEnd = (media: Uint8Array): number => 8 + viewOf(media).getUint32(4, true);

/** The chunks of the form. Ends silently where the file does. */
export function* chunksOf(media: Uint8Array): Generator<RiffChunk> {
  if (!isRiff(media)) return;
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
