import {hasAscii, viewOf} from '../encoding/bytes.js';
import {bmffStoresIn} from '../own-reader/files/bmff.js';
import {sealPlaceIn} from '../own-reader/files/completeness.js';
import {storeOf} from '../own-reader/files/embedded-store.js';
import {namesAddress} from '../own-reader/files/seal-address.js';

/** What this package's own reader finds in a file that is not in memory. */
export interface FoundStore {
  store?: Uint8Array;
  /** True if the place of a seal was read, and nothing is there: the engine need not read the file. */
  isFree?: boolean;
  /** True if such a file names the address of a seal. */
  hasAddress?: boolean;
}

/** A part of the file: a box of an ISO base media file, or a chunk of a RIFF. */
interface Part {
  start: number;
  /** May be beyond the end of the file. */
  end: number;
}

const HEADER = 16;
/** Bytes of a box or chunk that show whether it is the seal's: header, UUID, version and purpose. */
const TELLING = 64;
/** More parts than any program writes. A hostile file could have so many that listing them took minutes. */
const MOST_PARTS = 100_000;
/** Largest manifest store, in bytes. */
const LARGEST_STORE = 64 * 1024 * 1024;
/** In all other containers, a seal is searched for in this many bytes from the beginning. */
const SEARCHED = 32 * 1024 * 1024;

const bytesOf = async (file: Blob, {start, end}: Part): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(start, end).arrayBuffer());

/** End of the box that starts here (ISO/IEC 14496-12): 0 is one that ends with the file, 1 has a large size. */
function endOfBox(bytes: Uint8Array, start: number, size: number): number {
  const view = viewOf(bytes);
  const length = view.getUint32(0);
  if (length === 0) return size;
  if (length !== 1) return start + length;
  return bytes.length < HEADER ? Infinity : start + Number(view.getBigUint64(8));
}

/** Chunks have an even length. */
const endOfChunk = (bytes: Uint8Array, start: number): number => {
  const length = viewOf(bytes).getUint32(4, true);
  return start + 8 + length + (length & 1);
};

/** Returns the parts of a file that `isSeal` recognizes. Reads only the beginning of each part. */
async function sealsIn(
  file: Blob,
  {start: first, end: size}: Part,
  endOf: (bytes: Uint8Array, start: number, size: number) => number,
  isSeal: (bytes: Uint8Array) => boolean,
): Promise<Part[]> {
  const seals: Part[] = [];
  let start = first;
  for (let count = 0; start + 8 <= size && count < MOST_PARTS; count++) {
    const bytes = await bytesOf(file, {start, end: start + TELLING});
    const end = bytes.length < 8 ? Infinity : endOf(bytes, start, size);
    // A last chunk may lack its padding.
    if (end > size + 1 || end < start + 8) return seals;
    if (isSeal(bytes)) seals.push({start, end: Math.min(end, size)});
    start = end;
  }
  return seals;
}

/** The bytes of the only seal. With two, it is unclear which one the engine reads. */
async function onlySeal(file: Blob, seals: readonly Part[]): Promise<Uint8Array | undefined> {
  const [seal, ...others] = seals;
  if (!seal || others.length > 0 || seal.end - seal.start > LARGEST_STORE) return undefined;
  return bytesOf(file, seal);
}

const FILE_TYPE = Uint8Array.of(0, 0, 0, 8, 0x66, 0x74, 0x79, 0x70);

/** The manifest store of a box; a `ftyp` box before it makes it a file for the reader of whole files. */
function storeInBox(box: Uint8Array): Uint8Array | undefined {
  const file = new Uint8Array(FILE_TYPE.length + box.length);
  file.set(FILE_TYPE);
  file.set(box, FILE_TYPE.length);
  const [found] = bmffStoresIn(file);
  return found && file.subarray(found.store.start, found.store.end);
}

/** True for the containers that have the place of a seal before their content: JPEG, and all with an ID3 tag. */
export const beginsWithPlace = (head: Uint8Array): boolean =>
  hasAscii(head, 0, '\xff\xd8\xff') || hasAscii(head, 0, 'ID3');

/** The manifest store of a file that is not in memory, as far as this package's own reader finds it. */
export async function findStore(file: Blob, head: Uint8Array): Promise<FoundStore> {
  if (hasAscii(head, 4, 'ftyp')) {
    const isSeal = (bytes: Uint8Array) => hasAscii(bytes, 4, 'uuid') && isManifest(bytes);
    const seals = await sealsIn(file, {start: 0, end: file.size}, endOfBox, isSeal);
    const box = await onlySeal(file, seals);
    return {store: box && storeInBox(box)};
  }
  if (hasAscii(head, 0, 'RIFF')) {
    const isSeal = (bytes: Uint8Array) => hasAscii(bytes, 0, 'C2PA');
    // What follows the RIFF is not part of it: further ones of a long AVI, or anything else.
    const riff = 8 + viewOf(head).getUint32(4, true);
    const chunks = {start: 12, end: Math.min(file.size, riff)};
    const seals = await sealsIn(file, chunks, endOfChunk, isSeal);
    const chunk = await onlySeal(file, seals);
    const length = chunk && viewOf(chunk).getUint32(4, true);
    return {store: chunk?.subarray(8, 8 + (length ?? 0))};
  }
  const searched = await bytesOf(file, {start: 0, end: SEARCHED});
  const store = storeIn(searched);
  if (!beginsWithPlace(head)) return {store};
  const {isWhole, isTaken} = await sealPlaceIn(file);
  return {store, isFree: isWhole && !isTaken, hasAddress: namesAddress(searched)};
}

function storeIn(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return storeOf(bytes)?.bytes;
  } catch {
    return undefined;
  }
}

/** True for a box of C2PA with a manifest store, by its UUID and its purpose, after a short or a long header. */
const isManifest = (box: Uint8Array): boolean =>
  [8, HEADER].some((at) => hasAscii(box, at + 16 + 4, 'manifest\0'));
