import {ascii, equalBytes, hasAscii, viewOf} from '../../encoding/bytes.js';
import {type ByteRange} from '../byte-range.js';
import {holds, STORE_MARK} from './marks.js';
import {type SealPlace} from './seal-place.js';

/** UUID of the box with C2PA data in an ISO base media file (C2PA 2.2, appendix A.5). */
const C2PA_BOX = Uint8Array.of(
  ...[0xd8, 0xfe, 0xc3, 0xd6, 0x1b, 0x0e, 0x48, 0x3c],
  ...[0x92, 0x97, 0x58, 0x28, 0x87, 0x7e, 0xc4, 0x81],
);
const BOX_HEADER = 8;
const LARGE_HEADER = 16;
const VERSION_AND_FLAGS = 4;
/** The purpose of a box with a manifest store; those for fragments have others. */
const MANIFEST = 'manifest\0';
const MERKLE_OFFSET = 8;

interface Box extends ByteRange {
  type: string;
  /** Start of its content, after size and type. */
  content: number;
}

/** The boxes in a range, by default the top-level boxes of the file. Ends silently where a box is cut off. */
function* boxesOf(file: Uint8Array, range?: ByteRange): Generator<Box> {
  const view = viewOf(file);
  const last = range?.end ?? file.length;
  for (let start = range?.start ?? 0; start + BOX_HEADER <= last;) {
    const size = view.getUint32(start);
    const isLarge = size === 1;
    if (isLarge && start + LARGE_HEADER > last) return;
    const length =
      size === 0 ? last - start : isLarge ? Number(view.getBigUint64(start + BOX_HEADER)) : size;
    const header = isLarge ? LARGE_HEADER : BOX_HEADER;
    const end = start + length;
    if (length < header || end > last) return;
    yield {type: ascii(file, start + 4, start + 8), content: start + header, start, end};
    start = end;
  }
}

/** Bytes of a box with a store in which the store is named. */
const HEAD = 128;

/** True for a box with a store, or with what begins like one. */
function isStore(file: Uint8Array, {type, content, end}: Box): boolean {
  // Media may contain anything, such as a sealed picture.
  if (type === 'mdat') return false;
  const headEnd = Math.min(end, content + HEAD);
  if (holds(file, STORE_MARK, content, headEnd)) return true;
  if (type === 'jumb') return holds(file, 'c2pa', content, headEnd);
  const isOurs = equalBytes(file.subarray(content, content + C2PA_BOX.length), C2PA_BOX);
  return type === 'uuid' && isOurs && !holds(file, 'merkle\0', content, headEnd);
}

/** The top-level boxes, all of which end within the file. */
export function placeInBmff(file: Uint8Array): SealPlace {
  let isTaken = false;
  let at = 0;
  for (const box of boxesOf(file)) {
    isTaken ||= isStore(file, box);
    at = box.end;
  }
  return {isWhole: file.length - at < BOX_HEADER, isTaken};
}

/**
 * What a file is of a fragmented video whose parts are files of their own: its beginning, without any media, or a later
 * segment. The seal in the first binds all of them.
 */
export function partOfVideo(file: Uint8Array): 'initialization' | 'segment' | undefined {
  const types = new Set<string>();
  let isFragmented = false;
  for (const box of boxesOf(file)) {
    types.add(box.type);
    if (box.type !== 'moov') continue;
    const range = {start: box.content, end: box.end};
    for (const {type} of boxesOf(file, range)) isFragmented ||= type === 'mvex';
  }
  if (isFragmented && !types.has('moof') && !types.has('mdat')) return 'initialization';
  const isSegment = /^(styp|sidx|moof)$/.test(ascii(file, 4, BOX_HEADER)) && !types.has('moov');
  return isSegment ? 'segment' : undefined;
}

export interface BmffStore {
  store: ByteRange;
  box: ByteRange;
}

/** The manifest stores, without the C2PA boxes for fragments. */
export function bmffStoresIn(file: Uint8Array): BmffStore[] {
  if (!hasAscii(file, 4, 'ftyp')) return [];
  const stores: BmffStore[] = [];
  for (const {type, content, start, end} of boxesOf(file)) {
    const purpose = content + C2PA_BOX.length + VERSION_AND_FLAGS;
    if (type !== 'uuid' || !hasAscii(file, purpose, MANIFEST)) continue;
    if (!equalBytes(file.subarray(content, content + C2PA_BOX.length), C2PA_BOX)) continue;
    const store = {start: purpose + MANIFEST.length + MERKLE_OFFSET, end};
    if (store.start < end) stores.push({store, box: {start, end}});
  }
  return stores;
}
