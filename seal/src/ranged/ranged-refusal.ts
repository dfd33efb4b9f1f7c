import {type InspectionResult} from '../model/inspection/inspection-result.js';
import {
  findsNone,
  isNamedIn,
  none,
  ONLY_ADDRESS,
  resultOfRefusal,
  resultOfTraces,
  unchecked,
  type Traces,
} from '../engine/refusals/engine-refusal.js';
import {NO_SEAL} from '../engine/verdict.js';
import {isBareJpegXl} from '../media-signature.js';
import {partOfVideo} from '../own-reader/files/bmff.js';
import {sealPlaceIn, sealPlaceOf} from '../own-reader/files/completeness.js';
import {lookInBlob, someIn} from '../own-reader/files/look.js';
import {namesAddress} from '../own-reader/files/seal-address.js';
import {headOf, isRanged, type Media, type RangedMedia} from './ranged-media.js';
import {beginsWithPlace} from './store-in-blob.js';
import {FileUnreadable} from './watched-reads.js';

/**
 * The engine counts the bytes of a hashed range in 32 bits: from this size on, it would read for ever.
 */
const TOO_LARGE_FOR_ENGINE = 2 ** 32;

const TOO_LARGE = 'The file could not be checked: seals are checked in files of up to 4 GB.';

/** Size in bytes from which a JPEG is given to the engine only if it has to be: the engine takes 6.5 times its size. */
const LARGE_JPEG = 32 * 1024 * 1024;

const isLarge = (file: Uint8Array): boolean => file.length > LARGE_JPEG;

/** True if files of this format have their seal at the beginning, and this one has none there. */
function isFree(file: Uint8Array): boolean {
  if (!beginsWithPlace(file)) return false;
  const {isWhole, isTaken} = sealPlaceOf(file);
  return isWhole && !isTaken;
}

/** The verdict on a file that the engine need not, or cannot, see. */
export async function resultWithoutEngine(media: Media): Promise<InspectionResult | undefined> {
  // It has no place for a seal.
  if (isBareJpegXl(headOf(media))) return none(NO_SEAL.reason);
  // The engine would take all of a JPEG into its memory.
  if (isRanged(media) ? media.isFree : isLarge(media) && isFree(media)) {
    const hasAddress = isRanged(media) ? media.hasAddress : namesAddress(media);
    return none(hasAddress ? ONLY_ADDRESS : NO_SEAL.reason);
  }
  if (isRanged(media) && media.blob.size >= TOO_LARGE_FOR_ENGINE) {
    const {isWhole, isTaken} = await sealPlaceIn(media.blob);
    return isWhole && !isTaken ? none(NO_SEAL.reason) : unchecked(TOO_LARGE);
  }
  return undefined;
}

/**
 * The verdict on a file whose seal the engine could not read, from the engine's error. Rejects with
 * {@link FileUnreadable}.
 */
export async function refusalOf(message: string, media: Media): Promise<InspectionResult> {
  if (!isRanged(media)) return resultOfRefusal(message, media);
  try {
    return resultOfTraces(message, await tracesIn(message, media));
  } catch (cause) {
    throw new FileUnreadable('The file cannot be read.', {cause});
  }
}

async function tracesIn(message: string, {file, head, store}: RangedMedia): Promise<Traces> {
  const place = await sealPlaceIn(file);
  let isNamed = store !== undefined;
  if (!isNamed && !findsNone(message)) {
    isNamed = (await lookInBlob(file, someIn({start: 0, end: file.size}, isNamedIn))) === true;
  }
  return {isSegment: partOfVideo(head) === 'segment', place, isNamed};
}
