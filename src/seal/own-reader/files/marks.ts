import {hasAscii} from '../../encoding/bytes.js';

/** Type and beginning of the description boxes of a store and of most parts of it. */
export const STORE_MARK = 'jumdc2';

/** True if an ASCII text is in this range. Looks at no byte beyond it: a file may have millions of ranges. */
export function holds(file: Uint8Array, text: string, start = 0, end = file.length): boolean {
  const part = file.subarray(start, end);
  const first = text.charCodeAt(0);
  for (let at = part.indexOf(first); at >= 0; at = part.indexOf(first, at + 1)) {
    if (hasAscii(part, at, text)) return true;
  }
  return false;
}
