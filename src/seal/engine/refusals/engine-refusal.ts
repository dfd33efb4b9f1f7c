import {type InspectionResult} from '../../../model/inspection/inspection-result.js';
import {hasAscii} from '../../encoding/bytes.js';
import {partOfVideo} from '../../own-reader/files/bmff.js';
import {sealPlaceOf} from '../../own-reader/files/completeness.js';
import {explain} from '../explanations.js';
import {NO_SEAL} from '../verdict.js';
import {PART_OF_VIDEO} from './part-of-video.js';

const none = (reason: string): InspectionResult => ({
  ...NO_SEAL,
  labelValid: false,
  checks: [],
  reason,
});

const failed = (
  labelState: 'invalid' | 'unchecked',
  code: string,
  reason = explain(code),
): InspectionResult => ({
  labelValid: false,
  labelState,
  reason,
  checks: [{code, passed: false, explanation: reason}],
});

/** The reason for a file whose seal may have been lost with a part of it. */
export const DAMAGED =
  'This file is damaged or incomplete; a seal may be missing. Ask for the original file.';
const UNREADABLE =
  'This file carries a seal that cannot be read, because the file is damaged or of an unusual form. Ask for the original file.';

const unchecked = (reason: string): InspectionResult =>
  failed('unchecked', 'general.error', reason);

/** True when the file contains the bytes of a manifest store's description box. */
function mentionsManifest(media: Uint8Array): boolean {
  for (let at = media.indexOf(0x6a); at >= 0; at = media.indexOf(0x6a, at + 1)) {
    if (hasAscii(media, at, 'jumdc2pa')) return true;
  }
  return false;
}

/** The verdict on a file in which the engine found no seal: there is none only if none can be missing. */
function withoutSeal(media: Uint8Array, reason: string): InspectionResult {
  if (partOfVideo(media) === 'segment') return unchecked(PART_OF_VIDEO);
  const {isWhole, isTaken} = sealPlaceOf(media);
  if (isTaken) return unchecked(UNREADABLE);
  return isWhole ? none(reason) : unchecked(DAMAGED);
}

/** The verdict on a file whose seal the engine could not read, from the engine's error ("C2pa(JumbfNotFound)"). */
export function resultOfRefusal(message: string, media: Uint8Array): InspectionResult {
  const kind = /^C2pa\((\w+)/.exec(message)?.[1] ?? '';
  switch (kind) {
    case 'JumbfNotFound':
      return withoutSeal(media, NO_SEAL.reason);
    case 'RemoteManifestUrl':
      return withoutSeal(
        media,
        'This file carries no seal, only the address of one. Nothing is fetched from there.',
      );
    case 'UnknownAlgorithm':
    case 'UnsupportedAlgorithm':
      return failed('unchecked', 'algorithm.unsupported');
    // Also for an update whose earlier seal is not found under the name that the update gives.
    case 'ClaimMissingHardBinding':
      return failed('invalid', 'claim.hardBindings.missing');
    default:
      if (partOfVideo(media) === 'segment') return unchecked(PART_OF_VIDEO);
      if (mentionsManifest(media)) return failed('invalid', 'general.error');
      return unchecked(sealPlaceOf(media).isTaken ? UNREADABLE : DAMAGED);
  }
}
