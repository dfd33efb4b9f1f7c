import {ascii, equalBytes, hasAscii, viewOf} from '../../encoding/bytes.js';
import {type ByteRange} from '../byte-range.js';
import {type Look} from './look.js';
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
/** The purpose field of a box with a manifest store. Boxes for fragments have another purpose. */
const MANIFEST = 'manifest\0';
const MERKLE_OFFSET = 8;

export interface Box extends ByteRange {
  type: string;
  /** Start of its content, after size and type. */
  content: number;
}

/** The box that starts here, from the first bytes of it; undefined if it is cut off. */
function boxAt(head: Uint8Array, start: number, last: number): Box | undefined {
  if (head.length < BOX_HEADER) return undefined;
  const view = viewOf(head);
  const size = view.getUint32(0);
  const isLarge = size === 1;
  if (isLarge && head.length < LARGE_HEADER) return undefined;
  const length = size === 0 ? last - start : isLarge ? Number(view.getBigUint64(BOX_HEADER)) : size;
  const header = isLarge ? LARGE_HEADER : BOX_HEADER;
  const end = start + length;
  if (length < header || end > last) return undefined;
  return {type: ascii(head, 4, 8), content: start + header, start, end};
}

/** The boxes in a range, by default the top-level boxes of the file. Ends silently where a box is cut off. */
export function* boxesOf(file: Uint8Array, range?: ByteRange): Generator<Box> {
  const last = range?.end ?? file.length;
  for (let at = range?.start ?? 0; at + BOX_HEADER <= last;) {
    const box = boxAt(file.subarray(at, Math.min(last, at + LARGE_HEADER)), at, last);
    if (!box) return;
    yield box;
    at = box.end;
  }
}

/** Bytes of a box with a store in which the store is named. */
const HEAD = 128;

/** True for a box with a store, or with what begins like one, from its first bytes. */
function isStore(head: Uint8Array, {type, start, content, end}: Box): boolean {
  // Media may contain anything, such as a sealed picture.
  if (type === 'mdat') return false;
  const bytes = head.subarray(content - start, Math.min(end, content + HEAD) - start);
  if (holds(bytes, STORE_MARK)) return true;
  if (type === 'jumb') return holds(bytes, 'c2pa');
  const isOurs = equalBytes(bytes.subarray(0, C2PA_BOX.length), C2PA_BOX);
  return type === 'uuid' && isOurs && !holds(bytes, 'merkle\0');
}

/** The boxes of which each file has at least one: JPEG XL has the last two. */
const CONTENT = /^(moov|meta|mini|moof|mdat|jxlc|jxlp)$/;

/** The top-level boxes, all of which end within the file. */
export function* placeInBmff(size: number): Look<SealPlace> {
  let isTaken = false;
  let hasContent = false;
  let at = 0;
  while (at + BOX_HEADER <= size) {
    const head = yield {start: at, end: at + LARGE_HEADER + HEAD};
    const box = boxAt(head, at, size);
    if (!box) break;
    isTaken ||= isStore(head, box);
    hasContent ||= CONTENT.test(box.type);
    at = box.end;
  }
  return {isWhole: hasContent && size - at < BOX_HEADER, isTaken};
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
