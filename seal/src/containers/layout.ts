import {type CaptureMetadata} from '../model/capture-metadata.js';
import {SealedCaptureError} from '../model/errors.js';
import {type SealableMediaType} from '../model/media-type.js';
import {MAX_MANIFEST_SIZE, MAX_MEDIA_SIZE} from '../model/seal/seal-format.js';
import type {ToldSet} from '../model/seal/sealed-set.js';
import {lengthOf, utf8} from '../encoding/bytes.js';
import {sealPlaceOf} from '../own-reader/files/completeness.js';
import {unsupported, type Container, type EarlierStore, type Layout} from './container.js';
import {jpeg} from './jpeg.js';
import {mp3} from './mp3.js';
import {png} from './png.js';
import {webp} from './webp.js';

export type {Layout};

const containers: Record<SealableMediaType, Container> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
  'audio/mpeg': mp3,
};

/**
 * Lays a file out with a gap for a manifest store of exactly `manifestSize` bytes, without copying the media. The
 * gap takes the place of the `earlier` store, if that is given. Throws SealedCaptureError `media_unsupported` for a
 * damaged file, another format, or a file with another seal.
 */
export function layOut(
  media: Uint8Array,
  mediaType: SealableMediaType,
  manifestSize: number,
  earlier?: EarlierStore,
): Layout {
  if (media.length > MAX_MEDIA_SIZE - 2 * manifestSize) {
    throw unsupported('This file is too large for a seal.');
  }
  const container = containers[mediaType];
  if (!earlier && carriesManifest(media)) {
    throw unsupported('This file carries a seal already.');
  }
  return container.layOut(media, manifestSize, earlier);
}

/**
 * True when there is a manifest store, or marks of a damaged one, where the file's format has it: a new seal must keep
 * it as its parent, or would hide it.
 */
export const carriesManifest = (media: Uint8Array): boolean => sealPlaceOf(media).isTaken;

/** The parts that the digest covers, in order. */
export const hashedParts = ({before, after}: Layout): Uint8Array[] => [...before, ...after];

/** Where a layout inserts the manifest into otherwise unchanged media; undefined if it also changes the media. */
export function insertionPoint({before, after}: Layout, media: Uint8Array): number | undefined {
  let end = media.byteOffset;
  for (const part of [...before, ...after]) {
    if (part.buffer !== media.buffer || part.byteOffset !== end) return undefined;
    end += part.length;
  }
  return end === media.byteOffset + media.length ? lengthOf(before) : undefined;
}

/**
 * The parts of the sealed file, in order. Throws SealedCaptureError `seal_mismatch` if the store does not have the
 * layout's size.
 */
export function fill(layout: Layout, store: Uint8Array): Uint8Array[] {
  if (store.length !== layout.manifestSize) {
    const message = `The manifest has ${store.length} bytes instead of ${layout.manifestSize}.`;
    throw new SealedCaptureError('seal_mismatch', message);
  }
  return [...layout.before, layout.frame(store), ...layout.after];
}

/** Bytes for claim, signature, certificates, time stamp, OCSP answer, and the fields that are repeated as EXIF. */
const FIXED_SIZE = 16 * 1024;

/** Bytes of the two assertions about a set, without what the device says: boxes, links, and the place that the service gives. */
const SET_SIZE = 1024;
/** Bytes of one seal in the list of a closing record. */
const LISTED_SIZE = 200;
/** Closing records, and seals whose answers were lost, in the list of a closing record. */
const FURTHER_LISTED = 8;

/**
 * A manifest size that is sufficient for these metadata, and the place in a set, with any usual certificate chain and time
 * stamp; a multiple of 1,024 bytes.
 */
export function suggestedManifestSize(metadata: CaptureMetadata, set?: ToldSet): number {
  const size =
    FIXED_SIZE + jsonSize(metadata) + (set ? SET_SIZE + jsonSize(set) + listSize(set) : 0);
  return Math.min(MAX_MANIFEST_SIZE, Math.ceil(size / 1024) * 1024);
}

const jsonSize = (value: unknown): number => utf8(JSON.stringify(value)).length;

function listSize({closing}: ToldSet): number {
  if (!closing) return 0;
  return LISTED_SIZE * (closing.captures.length + closing.discarded.length + FURTHER_LISTED);
}
