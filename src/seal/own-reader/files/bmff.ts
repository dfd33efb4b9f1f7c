import {ascii, equalBytes, hasAscii, viewOf} from '../../encoding/bytes.js';
import {type ByteRange} from '../byte-range.js';

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

/** The top-level boxes of the file. Ends silently where the file does. */
function* boxesOf(file: Uint8Array): Generator<Box> {
  const view = viewOf(file);
  for (let start = 0; start + BOX_HEADER <= file.length;) {
    const size = view.getUint32(start);
    const isLarge = size === 1;
    if (isLarge && start + LARGE_HEADER > file.length) return;
    const length =
      size === 0
        ? file.length - start
        : isLarge
          ? Number(view.getBigUint64(start + BOX_HEADER))
          : size;
    const header = isLarge ? LARGE_HEADER : BOX_HEADER;
    const end = start + length;
    if (length < header || end > file.length) return;
    yield {type: ascii(file, start + 4, start + 8), content: start + header, start, end};
    start = end;
  }
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
