import {crc32} from '../containers/crc32.js';
import {viewOf} from '../encoding/bytes.js';
import {storeOf, type EmbeddedStore} from '../own-reader/files/embedded-store.js';

/** Writes a changed store of the same length over the one in the file, which is changed in place. */
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

/** In a PNG, the chunk's CRC over its type and content follows them. */
function renewCrc(png: Uint8Array): void {
  for (const {start, end} of storeOf(png)?.places ?? []) {
    viewOf(png).setUint32(end - 4, crc32(png.subarray(start + 4, end - 4)));
  }
}
