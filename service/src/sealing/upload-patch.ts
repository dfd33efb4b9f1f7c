import {concat} from '@sealed-capture/seal/encoding/bytes.js';
import type {ByteRange} from '@sealed-capture/seal/own-reader/byte-range.js';

/** Bytes at a file's start where containers state their size. */
const HEAD = 12;
/** Bytes for the lengths of the common beginning and end. */
const LENGTHS = 8;
/** Bytes that are compared at a time while the first difference is searched. */
const BLOCK = 64 * 1024;

/**
 * Makes the patch that turns an upload into the sealed file: its head, and the bytes between the beginning and end
 * that both files share. It is small, so it can be stored for every upload.
 *
 * @param whole range of the sealed file that the patch contains even if the upload has the same bytes
 */
export function makePatch(
  upload: Uint8Array,
  sealed: Uint8Array,
  whole: ByteRange = {start: sealed.length, end: 0},
): Uint8Array {
  const head = Math.min(HEAD, upload.length, sealed.length);
  const most = Math.min(upload.length, sealed.length) - head;
  const mostBefore = Math.max(0, Math.min(most, whole.start - head));
  const before = sameAtStart(upload.subarray(head), sealed.subarray(head), mostBefore);
  const after = sameAtEnd(upload, sealed, Math.min(most - before, sealed.length - whole.end));
  const added = sealed.subarray(head + before, sealed.length - after);
  return patchOf(before, after, sealed.subarray(0, head), added);
}

/** Where a range of the sealed file is within the patch that contains it. */
export function placeInPatch(patch: Uint8Array, {start, end}: ByteRange): ByteRange {
  const before = Buffer.from(patch.buffer, patch.byteOffset, LENGTHS).readUInt32BE(0);
  return {start: LENGTHS + start - before, end: LENGTHS + end - before};
}

/** The patch for a seal that is inserted at `at`, if nothing else changes. */
export function insertionPatch(upload: Uint8Array, at: number, seal: Uint8Array): Uint8Array {
  const head = Math.min(HEAD, at);
  return patchOf(at - head, upload.length - at, upload.subarray(0, head), seal);
}

function patchOf(before: number, after: number, ...added: readonly Uint8Array[]): Uint8Array {
  const lengths = Buffer.allocUnsafe(LENGTHS);
  lengths.writeUInt32BE(before, 0);
  lengths.writeUInt32BE(after, 4);
  return concat([lengths, ...added]);
}

/** The sealed file, as parts of the upload and of the patch. */
export function applyPatch(upload: Uint8Array, patch: Uint8Array): Uint8Array[] {
  const lengths = Buffer.from(patch.buffer, patch.byteOffset, LENGTHS);
  const before = lengths.readUInt32BE(0);
  const after = lengths.readUInt32BE(4);
  const added = patch.subarray(LENGTHS);
  const head = Math.min(HEAD, upload.length, added.length);
  return [
    added.subarray(0, head),
    upload.subarray(head, head + before),
    added.subarray(head),
    upload.subarray(upload.length - after),
  ];
}

function sameAtStart(one: Uint8Array, other: Uint8Array, most: number): number {
  let same = 0;
  for (; same < most; same += BLOCK) {
    const end = Math.min(most, same + BLOCK);
    if (Buffer.compare(one.subarray(same, end), other.subarray(same, end)) !== 0) break;
  }
  while (same < most && one[same] === other[same]) same++;
  return Math.min(same, most);
}

function sameAtEnd(one: Uint8Array, other: Uint8Array, most: number): number {
  const tail = (bytes: Uint8Array, from: number, to: number) =>
    bytes.subarray(bytes.length - to, bytes.length - from);
  let same = 0;
  for (; same < most; same += BLOCK) {
    const end = Math.min(most, same + BLOCK);
    if (Buffer.compare(tail(one, same, end), tail(other, same, end)) !== 0) break;
  }
  while (same < most && one[one.length - 1 - same] === other[other.length - 1 - same]) same++;
  return Math.min(same, most);
}
