import {type InspectionResult} from '../../model/inspection/inspection-result.js';
import {DAMAGED, resultOfRefusal} from '../engine/refusals/engine-refusal.js';
import {ENGINE_MEMORY} from '../engine/refusals/limits.js';
import {NO_SEAL} from '../engine/verdict.js';
import {isBareJpegXl} from '../media-signature.js';
import {sealPlaceOf} from '../own-reader/files/completeness.js';
import {headOf, isRanged, type Media} from './ranged-media.js';
import {beginsWithPlace} from './store-in-blob.js';

/**
 * The engine counts the bytes of a hashed range in 32 bits: from this size on, it would read for ever.
 */
const TOO_LARGE_FOR_ENGINE = 2 ** 32;

const none: InspectionResult = {...NO_SEAL, labelValid: false, checks: []};

const unchecked = (explanation: string): InspectionResult => ({
  labelValid: false,
  labelState: 'unchecked',
  reason: explanation,
  checks: [{code: 'general.error', passed: false, explanation}],
});

/** A JPEG takes 6.5 times its size in the engine. */
const isLarge = (file: Uint8Array): boolean => file.length > ENGINE_MEMORY / 8;

/** True if the place of a seal is at the beginning of such files, and nothing is there. */
function isFree(file: Uint8Array): boolean {
  if (!beginsWithPlace(file)) return false;
  const {isWhole, isTaken} = sealPlaceOf(file);
  return isWhole && !isTaken;
}

/** The verdict on a file that the engine need not, or cannot, see. */
export function resultWithoutEngine(media: Media): InspectionResult | undefined {
  // It has no place for a seal.
  if (isBareJpegXl(headOf(media))) return none;
  // The engine would take all of a JPEG into its memory.
  if (isRanged(media) ? media.isFree : isLarge(media) && isFree(media)) return none;
  if (isRanged(media) && media.store && media.blob.size >= TOO_LARGE_FOR_ENGINE) {
    return unchecked('The file could not be checked: seals are checked in files of up to 4 GB.');
  }
  return undefined;
}

/** The verdict on a file whose seal the engine could not read, from the engine's error. */
export function refusalOf(message: string, media: Media): InspectionResult {
  if (!isRanged(media)) return resultOfRefusal(message, media);
  const {store, isCut, head} = media;
  if (!message.startsWith('C2pa(JumbfNotFound')) return resultOfRefusal(message, store ?? head);
  return store || isCut ? unchecked(DAMAGED) : none;
}
