import {hasAscii, viewOf} from '../../encoding/bytes.js';
import {someIn, type Look} from './look.js';
import {holdsBareStore} from './marks.js';
import {type SealPlace} from './seal-place.js';

/** The tag of a manifest store (C2PA 2.4, appendix A.3.5). */
const C2PA_TAG = 0xcd41;
/** The type of the tag's value (UNDEFINED). It is checked, because a damaged directory may contain anything. */
const C2PA_TYPE = 7;
/** Bytes of a BigTIFF header, which includes the position of the first directory. */
const LARGEST_HEADER = 16;
const MOST_DIRECTORIES = 1000;
/** Limit for all directories together, because the directories of a hostile file may overlap. */
const MOST_ENTRIES = 100_000;

/**
 * The directories of a TIFF or BigTIFF, up to the last. A damaged directory does not hide a store, which may be anywhere
 * in the file; that of a sealed preview is no seal of the file.
 */
export function* placeInTiff(size: number): Look<SealPlace> {
  const {isWhole, isTaken} = yield* directoriesIn(size);
  const all = {start: 0, end: size};
  return {
    isWhole,
    isTaken: isTaken || (yield* someIn(all, (part) => holdsBareStore(part))),
  };
}

function* directoriesIn(size: number): Look<SealPlace> {
  const head = yield {start: 0, end: LARGEST_HEADER};
  const isLittle = hasAscii(head, 0, 'II');
  const isBig = head[isLittle ? 2 : 3] === 43;
  const offsetSize = isBig ? 8 : 4;
  const countSize = isBig ? 8 : 2;
  const entrySize = isBig ? 20 : 12;
  const damaged = (isTaken: boolean): SealPlace => ({isWhole: false, isTaken});
  const offsetAt = (bytes: Uint8Array, at: number): number =>
    isBig
      ? Number(viewOf(bytes).getBigUint64(at, isLittle))
      : viewOf(bytes).getUint32(at, isLittle);
  const header = isBig ? 8 : 4;
  if (header + offsetSize > size) return damaged(false);
  let entries = 0;
  const seen = new Set<number>();
  let isTaken = false;
  for (let start = offsetAt(head, header); start !== 0;) {
    if (seen.has(start) || seen.size === MOST_DIRECTORIES) return damaged(isTaken);
    if (start + countSize > size) return damaged(isTaken);
    seen.add(start);
    const counted = yield {start, end: start + countSize};
    const count = isBig ? offsetAt(counted, 0) : viewOf(counted).getUint16(0, isLittle);
    entries += count;
    if (entries > MOST_ENTRIES) return damaged(isTaken);
    const length = countSize + count * entrySize;
    const directory = yield {start, end: start + length + offsetSize};
    const view = viewOf(directory);
    for (let at = countSize; at + entrySize <= Math.min(length, view.byteLength); at += entrySize) {
      const [tag, type] = [view.getUint16(at, isLittle), view.getUint16(at + 2, isLittle)];
      isTaken ||= tag === C2PA_TAG && type === C2PA_TYPE;
    }
    if (length + offsetSize > directory.length) return damaged(isTaken);
    start = offsetAt(directory, length);
  }
  return {isWhole: true, isTaken};
}
