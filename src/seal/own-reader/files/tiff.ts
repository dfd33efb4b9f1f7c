import {hasAscii, viewOf} from '../../encoding/bytes.js';
import {holds, STORE_MARK} from './marks.js';
import {type SealPlace} from './seal-place.js';

/** The tag of a manifest store (C2PA 2.4, appendix A.3.5). */
const C2PA_TAG = 0xcd41;
const MOST_DIRECTORIES = 1000;
/** In all directories: a hostile file could have them overlap. */
const MOST_ENTRIES = 100_000;

/**
 * The directories of a TIFF or BigTIFF, up to the last. A damaged directory does not hide a store, which may be anywhere
 * in the file.
 */
export function placeInTiff(file: Uint8Array): SealPlace {
  const {isWhole, isTaken} = directoriesOf(file);
  return {isWhole, isTaken: isTaken || holds(file, STORE_MARK)};
}

function directoriesOf(file: Uint8Array): SealPlace {
  const isLittle = hasAscii(file, 0, 'II');
  const isBig = file[isLittle ? 2 : 3] === 43;
  const view = viewOf(file);
  const offsetSize = isBig ? 8 : 4;
  const countSize = isBig ? 8 : 2;
  const entrySize = isBig ? 20 : 12;
  const damaged = (isTaken: boolean): SealPlace => ({isWhole: false, isTaken});
  const offsetAt = (at: number): number =>
    isBig ? Number(view.getBigUint64(at, isLittle)) : view.getUint32(at, isLittle);
  const header = isBig ? 8 : 4;
  if (header + offsetSize > file.length) return damaged(false);
  let entries = 0;
  const seen = new Set<number>();
  let isTaken = false;
  for (let start = offsetAt(header); start !== 0;) {
    if (seen.has(start) || seen.size === MOST_DIRECTORIES) return damaged(isTaken);
    if (start + countSize > file.length) return damaged(isTaken);
    seen.add(start);
    const count = isBig
      ? Number(view.getBigUint64(start, isLittle))
      : view.getUint16(start, isLittle);
    entries += count;
    if (entries > MOST_ENTRIES) return damaged(isTaken);
    const end = start + countSize + count * entrySize;
    for (
      let at = start + countSize;
      at + entrySize <= Math.min(end, file.length);
      at += entrySize
    ) {
      isTaken ||= view.getUint16(at, isLittle) === C2PA_TAG;
    }
    if (end + offsetSize > file.length) return damaged(isTaken);
    start = offsetAt(end);
  }
  return {isWhole: true, isTaken};
}
