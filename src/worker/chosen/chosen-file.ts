import {carriesManifest, layOut} from '@sealed-capture/seal/containers/layout.js';
import {detectMediaType} from '@sealed-capture/seal/media-signature.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {
  isSealableMediaType,
  type SealableMediaType,
} from '@sealed-capture/seal/model/media-type.js';
import {sha256Of} from '@sealed-capture/seal/own-reader/hashes.js';
import {storeOf} from '@sealed-capture/seal/own-reader/files/embedded-store.js';
import type {ChosenFile, Lost, WhyRefused} from '../../ports/captures/chosen-files.js';
import {fileBytes} from '../inspection/file-bytes.js';
import {decoded, jpegOf, MOST_PIXELS, qualityIn} from './decoded-picture.js';
import {exifSegment, LARGEST_EXIF} from './exif-segment.js';
import {exifOfHeif} from './heif-exif.js';

/** Bytes of the largest file that can be chosen. Phones make photos of up to 30 MB. */
export const LARGEST_CHOSEN = 100_000_000;
/** Any size will do: only whether there is room for a manifest is of interest. */
const SOME_SIZE = 4096;

const refused = (why: WhyRefused): ChosenFile => ({name: 'refused', why});

/**
 * Makes a chosen file ready to be sealed. Its bytes decide what it is, because names and types are often wrong. Rejects with
 * `media_unsupported` if it cannot be read.
 */
export async function chosenFile(
  file: Blob,
  subtle: SubtleCrypto | undefined,
  signal: AbortSignal,
  mostPixels = MOST_PIXELS,
): Promise<ChosenFile> {
  if (file.size === 0) return refused('empty');
  if (file.size > LARGEST_CHOSEN) return refused('too-large');
  const bytes = await fileBytes(file);
  const found = detectMediaType(bytes);
  const mediaType = found ?? file.type;
  if (!mediaType.startsWith('image/') || mediaType === 'image/svg+xml') return refused('no-photo');
  const hasSeal = carriesManifest(bytes);
  const isSealable = found !== undefined && isSealableMediaType(found);
  if (isSealable && !hasRoom(bytes, found, hasSeal)) return refused('damaged');
  signal.throwIfAborted();
  // The browser decides by the type.
  const decodedPicture = await decoded(new Blob([bytes], {type: mediaType}), mostPixels);
  if (decodedPicture === 'undecodable') {
    return refused(isSealable ? 'damaged' : found ? 'unreadable' : 'no-photo');
  }
  if (decodedPicture === 'too-many-pixels' && !isSealable) return refused(decodedPicture);
  // It is sealed as it is, and not measured.
  const picture = decodedPicture === 'too-many-pixels' ? undefined : decodedPicture;
  try {
    signal.throwIfAborted();
    const quality = picture && qualityIn(picture);
    const measured = quality && {quality};
    if (isSealable) {
      // What was checked, and no reference to a file that may change or go before it is sealed.
      const blob = new Blob([bytes], {type: found});
      return {name: 'ready', blob, mediaType: found, imported: {}, ...measured};
    }
    const exif = exifOfHeif(bytes);
    const segment = exif && exifSegment(exif);
    const made = picture && (await jpegOf(picture, segment));
    if (!made) return refused('unreadable');
    const lost: Lost[] = [];
    if (exif && exif.length > LARGEST_EXIF) lost.push('exif');
    if (made.isSmaller) lost.push('size');
    const original = {mediaType: mediaType.slice(0, 64), sha256: await sha256Of(bytes, subtle)};
    const imported = {original, ...(hasSeal && {hadSeal: true})};
    return {name: 'ready', blob: made.jpeg, mediaType: 'image/jpeg', imported, lost, ...measured};
  } finally {
    picture?.close();
  }
}

/** False for a file that is damaged, or carries several seals, of which it is unclear which one counts. */
function hasRoom(bytes: Uint8Array, mediaType: SealableMediaType, hasSeal: boolean): boolean {
  try {
    layOut(bytes, mediaType, SOME_SIZE, hasSeal ? storeOf(bytes) : undefined);
    return true;
  } catch (thrown) {
    if (thrown instanceof SealedCaptureError) return false;
    throw thrown;
  }
}
