import {WasmReader} from '@contentauth/c2pa-wasm';
import {openReader} from '../engine/open-reader.js';
import {Unfit} from '../engine/refusals/engine-errors.js';
import {exceedsFile} from '../engine/refusals/id3-lengths.js';
import {TAG_HEADER} from '../containers/id3.js';
import {hasAscii} from '../encoding/bytes.js';
import {SIGNATURE_SIZE} from '../media-signature.js';
import {storeOf} from '../own-reader/files/embedded-store.js';
import {sizeAt} from '../own-reader/files/id3-tags.js';
import {RangedBlob} from './ranged-blob.js';
import {findStore, type FoundStore} from './store-in-blob.js';
import {FileUnreadable, watchedReads} from './watched-reads.js';

/** A file that is read by ranges, never as a whole. */
export interface RangedMedia extends FoundStore {
  /** For the engine. */
  blob: Blob;
  /** The same file, of which slices of any size are read. */
  file: Blob;
  /** Its first bytes, by which its format is recognized. */
  head: Uint8Array;
}

/** A file in memory, or one that is read by ranges. */
export type Media = Uint8Array | RangedMedia;

export const isRanged = (media: Media): media is RangedMedia => !(media instanceof Uint8Array);

/**
 * Reads the beginning of a file and its manifest store. Rejects with {@link FileUnreadable}.
 *
 * @param onRead called with the number of bytes that the engine asks for
 */
export async function rangedMedia(
  blob: Blob,
  onRead?: (bytes: number) => void,
): Promise<RangedMedia> {
  try {
    const head = new Uint8Array(await blob.slice(0, SIGNATURE_SIZE).arrayBuffer());
    return {blob: new RangedBlob(blob, onRead), file: blob, head, ...(await findStore(blob, head))};
  } catch (cause) {
    throw new FileUnreadable('The file cannot be read.', {cause});
  }
}

/** The first bytes of the file, or all of them. */
export const headOf = (media: Media): Uint8Array => (isRanged(media) ? media.head : media);

/** The manifest store as this package's own reader finds it, which knows fewer containers than the engine. */
export function ownStore(media: Media): Uint8Array | undefined {
  if (isRanged(media)) return media.store;
  try {
    return storeOf(media)?.bytes;
  } catch {
    return undefined;
  }
}

/**
 * Has the engine read the file. Throws what the engine throws, FileUnreadable, and {@link Unfit} for a file that is not
 * given to it.
 */
export async function openMedia(
  media: Media,
  mediaType: string,
  settings: string,
): Promise<WasmReader> {
  if (!isRanged(media)) return openReader(mediaType, media, settings);
  const {blob, file, head} = media;
  const tag = await tagOf(file, head).catch((cause: unknown) => {
    throw new FileUnreadable('The file cannot be read.', {cause});
  });
  if (tag && exceedsFile(tag, file.size)) throw new Unfit();
  return watchedReads(() => WasmReader.fromBlob(mediaType, blob, settings));
}

const ID3_SIZE = 6;
/** Most bytes of an ID3 tag that are looked through. */
const LONGEST_TAG = 32 * 1024 * 1024;

/** The ID3 tag at the beginning of a file, as far as it is looked through. */
async function tagOf(file: Blob, head: Uint8Array): Promise<Uint8Array | undefined> {
  if (!hasAscii(head, 0, 'ID3')) return undefined;
  const end = Math.min(LONGEST_TAG, TAG_HEADER + sizeAt(head, ID3_SIZE));
  return new Uint8Array(await file.slice(0, end).arrayBuffer());
}
