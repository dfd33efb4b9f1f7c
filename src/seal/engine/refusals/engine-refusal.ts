import {type InspectionResult} from '../../../model/inspection/inspection-result.js';
import {hasAscii} from '../../encoding/bytes.js';
import {explain} from '../explanations.js';
import {NO_SEAL} from '../verdict.js';

const none = (reason: string): InspectionResult => ({
  ...NO_SEAL,
  labelValid: false,
  checks: [],
  reason,
});

const failed = (labelState: 'invalid' | 'unchecked', code: string): InspectionResult => ({
  labelValid: false,
  labelState,
  reason: explain(code),
  checks: [{code, passed: false, explanation: explain(code)}],
});

/** True when the file contains the bytes of a manifest store's description box. */
function mentionsManifest(media: Uint8Array): boolean {
  for (let at = media.indexOf(0x6a); at >= 0; at = media.indexOf(0x6a, at + 1)) {
    if (hasAscii(media, at, 'jumdc2pa')) return true;
  }
  return false;
}

/** The verdict on a file whose seal the engine could not read, from the engine's error ("C2pa(JumbfNotFound)"). */
export function resultOfRefusal(message: string, media: Uint8Array): InspectionResult {
  const kind = /^C2pa\((\w+)/.exec(message)?.[1] ?? '';
  switch (kind) {
    case 'JumbfNotFound':
      return none(NO_SEAL.reason);
    case 'RemoteManifestUrl':
      return none(
        'This file carries no seal, only the address of one. Nothing is fetched from there.',
      );
    case 'UnknownAlgorithm':
    case 'UnsupportedAlgorithm':
      return failed('unchecked', 'algorithm.unsupported');
    // Also for an update whose earlier seal is not found under the name that the update gives.
    case 'ClaimMissingHardBinding':
      return failed('invalid', 'claim.hardBindings.missing');
    default:
      return mentionsManifest(media)
        ? failed('invalid', 'general.error')
        : none('This file is damaged or incomplete, and no seal was found in it.');
  }
}
