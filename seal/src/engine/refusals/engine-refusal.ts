import {type InspectionResult} from '../../model/inspection/inspection-result.js';
import {partOfVideo} from '../../own-reader/files/bmff.js';
import {sealPlaceOf} from '../../own-reader/files/completeness.js';
import {holds} from '../../own-reader/files/marks.js';
import {type SealPlace} from '../../own-reader/files/seal-place.js';
import {explain} from '../explanations.js';
import {NO_SEAL} from '../verdict.js';
import {PART_OF_VIDEO} from './part-of-video.js';

export const none = (reason: string): InspectionResult => ({
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
const DAMAGED =
  'This file is damaged or incomplete; a seal may be missing. Ask for the original file.';
const UNREADABLE =
  'This file carries a seal that cannot be read, because the file is damaged or of an unusual form. Ask for the original file.';

export const unchecked = (reason: string): InspectionResult =>
  failed('unchecked', 'general.error', reason);

/** What a file shows of a seal that the engine could not read. */
export interface Traces {
  /** True for a later segment of a fragmented video. */
  isSegment: boolean;
  place: SealPlace;
  /** True if the file contains the bytes of a manifest store's description box. Only used if the engine found one. */
  isNamed: boolean;
}

/** The description box of a manifest store. */
export const isNamedIn = (bytes: Uint8Array): boolean => holds(bytes, 'jumdc2pa');

/** True if the engine found no seal, from its error: then nothing depends on {@link Traces.isNamed}. */
export const findsNone = (message: string): boolean =>
  /^C2pa\((JumbfNotFound|RemoteManifestUrl)/.test(message);

/** The verdict on a file in which the engine found no seal: there is none only if none can be missing. */
function withoutSeal({isSegment, place}: Traces, reason: string): InspectionResult {
  if (isSegment) return unchecked(PART_OF_VIDEO);
  if (place.isTaken) return unchecked(UNREADABLE);
  return place.isWhole ? none(reason) : unchecked(DAMAGED);
}

/** The remark on a file that names the address of a seal. */
export const ONLY_ADDRESS =
  'This file carries no seal, only the address of one. Nothing is fetched from there.';

/** The verdict on a file whose seal the engine could not read, from the engine's error ("C2pa(JumbfNotFound)"). */
export const resultOfRefusal = (message: string, media: Uint8Array): InspectionResult =>
  resultOfTraces(message, {
    isSegment: partOfVideo(media) === 'segment',
    place: sealPlaceOf(media),
    isNamed: !findsNone(message) && isNamedIn(media),
  });

/** The same, from what the file shows. */
export function resultOfTraces(message: string, traces: Traces): InspectionResult {
  const kind = /^C2pa\((\w+)/.exec(message)?.[1] ?? '';
  switch (kind) {
    case 'JumbfNotFound':
      return withoutSeal(traces, NO_SEAL.reason);
    case 'RemoteManifestUrl':
      return withoutSeal(traces, ONLY_ADDRESS);
    case 'UnknownAlgorithm':
    case 'UnsupportedAlgorithm':
      return failed('unchecked', 'algorithm.unsupported');
    // Also for an update whose earlier seal is not found under the name that the update gives.
    case 'ClaimMissingHardBinding':
      return failed('invalid', 'claim.hardBindings.missing');
    default:
      if (traces.isSegment) return unchecked(PART_OF_VIDEO);
      if (traces.isNamed) return failed('invalid', 'general.error');
      return unchecked(traces.place.isTaken ? UNREADABLE : DAMAGED);
  }
}
