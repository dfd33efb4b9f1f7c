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

/** Type and description type of the box that contains all of a store. */
const STORE_BOX = 'jumdc2pa';
/** Bytes before {@link STORE_BOX} that the frame of a picture takes, and the header of the box. */
const BEFORE = 24;

/**
 * True if a store is here that is not in a sealed picture, such as a cover or a preview: JPEG and PNG have their own
 * frame before it. `isOther` recognizes further stores that do not count, from the position of the description type.
 */
export function holdsBareStore(
  bytes: Uint8Array,
  isOther: (at: number) => boolean = () => false,
): boolean {
  const first = STORE_BOX.charCodeAt(0);
  for (let at = bytes.indexOf(first, BEFORE); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (!hasAscii(bytes, at, STORE_BOX) || !hasAscii(bytes, at - 8, 'jumb')) continue;
    const isInJpeg = hasAscii(bytes, at - 24, '\xff\xeb') && hasAscii(bytes, at - 20, 'JP');
    const isInPng = hasAscii(bytes, at - 16, 'caBX');
    const isInRiff = hasAscii(bytes, at - 20, 'C2PA');
    if (!isInJpeg && !isInPng && !isInRiff && !isOther(at)) return true;
  }
  return false;
}
