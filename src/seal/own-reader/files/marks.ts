import {hasAscii} from '../../encoding/bytes.js';

/** Type and beginning of the description boxes of a store and of most parts of it. */
export const STORE_MARK = 'jumdc2';

/** True if an ASCII text begins in this range. */
export function holds(file: Uint8Array, text: string, start = 0, end = file.length): boolean {
  const first = text.charCodeAt(0);
  for (let at = file.indexOf(first, start); at >= 0 && at < end; at = file.indexOf(first, at + 1)) {
    if (hasAscii(file, at, text)) return true;
  }
  return false;
}
