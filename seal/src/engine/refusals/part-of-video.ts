import {type Check, type InspectionResult} from '../../model/inspection/inspection-result.js';
import {partOfVideo} from '../../own-reader/files/bmff.js';
import {isBreaking} from '../verdict.js';

export const PART_OF_VIDEO =
  'This is one part of a video whose other parts are files of their own; it cannot be checked alone.';

const MISMATCH = 'assertion.bmffHash.mismatch';

/** Remarks of this package, which decide nothing. */
const REMARK = /^org\.sealed-capture\./;

/** True if nothing is wrong with a seal but that it binds something else than this file. */
function isOnlyUnbound(checks: readonly Check[]): boolean {
  const broken = checks.filter(
    ({code, passed}) => !passed && isBreaking(code) && !REMARK.test(code),
  );
  return (
    broken.length > 0 && broken.every(({code, inIngredient}) => code === MISMATCH && !inIngredient)
  );
}

/**
 * The result for a file that may be one part of a video: the engine compares such a part with what the seal says of the
 * whole video, and calls it changed.
 */
export function asPartOfVideo(result: InspectionResult, media: Uint8Array): InspectionResult {
  if (result.labelState !== 'invalid' || !isOnlyUnbound(result.checks) || !partOfVideo(media)) {
    return result;
  }
  return {
    ...result,
    labelState: 'unchecked',
    reason: PART_OF_VIDEO,
    checks: [
      {code: 'general.error', passed: false, explanation: PART_OF_VIDEO},
      ...result.checks.filter(({code}) => code !== MISMATCH),
    ],
  };
}
