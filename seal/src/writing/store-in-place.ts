import {crc32} from '../containers/crc32.js';
import {viewOf} from '../encoding/bytes.js';
import {storeOf, type EmbeddedStore} from '../own-reader/files/embedded-store.js';

/** Overwrites the store in a file with a changed one of the same length. The file is changed in place. */
export function putStore(
  file: Uint8Array,
  {pieces}: EmbeddedStore,
  store: Uint8Array,
  mediaType: string,
): void {
  let at = 0;
  for (const {start, end} of pieces) {
    file.set(store.subarray(at, at + end - start), start);
    at += end - start;
  }
  if (mediaType === 'image/png') renewCrc(file);
}

/** Updates a PNG chunk's CRC, which covers its type and content. */
function renewCrc(png: Uint8Array): void {
  for (const {start, end} of storeOf(png)?.places ?? []) {
    viewOf(png).setUint32(end - 4, crc32(png.subarray(start + 4, end - 4)));
  }
}
