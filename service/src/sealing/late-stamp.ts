import {crc32} from 'node:zlib';
import {concat} from '@sealed-capture/seal/encoding/bytes.js';
import {storeOf} from '@sealed-capture/seal/own-reader/files/embedded-store.js';
import {ManifestStore} from '@sealed-capture/seal/own-reader/manifests.js';
import type {ByteRange} from '@sealed-capture/seal/own-reader/byte-range.js';
import {imprintOf, withTimestamp} from '@sealed-capture/seal/writing/cose.js';
import type {IndependentTime} from '../timestamps/independent-time.js';
import {makePatch, placeInPatch} from './upload-patch.js';

// A thread seals without a time stamp, and the event loop requests one afterwards, so that no thread waits for an
// authority.

/** A patch whose seal has room for a time stamp. */
export interface UnstampedPatch {
  patch: Uint8Array;
  /** Where the signature is in the patch: in pieces, because JPEG divides a large manifest store. */
  signature: ByteRange[];
  /** A PNG chunk's CRC and the bytes it covers. */
  checksum?: {at: number; of: ByteRange};
}

/**
 * The patch that makes the sealed file, with the place of its newest signature.
 * @throws {TypeError} if there is none, which cannot happen for a file that was just sealed
 */
export function unstampedPatch(
  upload: Uint8Array,
  sealed: Uint8Array,
  isPng: boolean,
): UnstampedPatch {
  const store = storeOf(sealed);
  const signature = store && new ManifestStore(store.bytes).active?.signatureContent;
  const [first] = store?.places ?? [];
  const last = store?.places.at(-1);
  if (!store || !signature || !first || !last) throw new TypeError('There is no signature.');
  const patch = makePatch(upload, sealed, {start: first.start, end: last.end});
  const start = signature.byteOffset - store.bytes.byteOffset;
  const pieces = piecesOf(store.pieces, {start, end: start + signature.length});
  const {start: chunk, end} = placeInPatch(patch, first);
  return {
    patch,
    signature: pieces.map((piece) => placeInPatch(patch, piece)),
    // Length, type and content, CRC.
    ...(isPng && {checksum: {at: end - 4, of: {start: chunk + 4, end: end - 4}}}),
  };
}

/** Where a range of the manifest store is in the file. */
function piecesOf(pieces: readonly ByteRange[], {start, end}: ByteRange): ByteRange[] {
  const found: ByteRange[] = [];
  let at = 0;
  for (const piece of pieces) {
    const from = Math.max(start, at);
    const next = at + piece.end - piece.start;
    const to = Math.min(end, next);
    if (from < to) found.push({start: piece.start + from - at, end: piece.start + to - at});
    at = next;
  }
  return found;
}

/**
 * Inserts a time stamp into the patch's seal. Undefined if there is not enough room, which is known only
 * afterwards.
 * @throws {TimeStampUnavailable} or the signal's reason
 */
export async function stampPatch(
  {patch, signature, checksum}: UnstampedPatch,
  time: IndependentTime,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const unstamped = concat(signature.map(({start, end}) => patch.subarray(start, end)));
  const token = await time.stamp(imprintOf(unstamped), signal);
  const stamped = withTimestamp(unstamped, token);
  if (!stamped) return undefined;
  const result = Buffer.from(patch);
  let at = 0;
  for (const {start, end} of signature) {
    result.set(stamped.subarray(at, at + end - start), start);
    at += end - start;
  }
  if (checksum) {
    const {start, end} = checksum.of;
    result.writeUInt32BE(crc32(result.subarray(start, end)), checksum.at);
  }
  return result;
}
