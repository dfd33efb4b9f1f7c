import {type SealableMediaType} from '../model/media-type.js';
import {actionsAssertion, cborAssertion, openedAction} from './assertions.js';
import {dateTime} from '../encoding/cbor.js';
import {earlierSeal, type SealFindings} from './earlier-seal.js';
import {linkTo, type ManifestOptions} from './manifest.js';
import {bindAnew, update} from './new-seal.js';
import {type Signer} from './signer.js';

/** An assertion to be redacted from an earlier manifest (C2PA 2.4, "Redaction of assertions"). */
export interface RedactedAssertion {
  /** Absolute JUMBF URI. */
  url: string;
  /** A value of C2PA 2.4, or a name in the redactor's own namespace. */
  reason: string;
  /** In plain words. */
  note?: string;
}

/** What an update adds to a seal. The content stays unchanged. */
export interface SealUpdate {
  redactions?: readonly RedactedAssertion[];
  /** Further assertions, written as CBOR. */
  assertions?: readonly {label: string; data: object}[];
}

/**
 * Whether a file's seal can grow without changing bytes that it covers. RIFF and ID3 state their size in bytes that
 * the hash of the earlier manifest covers, so an update manifest would break it. There, a standard manifest with a
 * new hard binding is put above the earlier one.
 */
export const takesUpdates: Record<SealableMediaType, boolean> = {
  'image/jpeg': true,
  'image/png': true,
  'image/webp': false,
  'audio/mpeg': false,
};

/**
 * Puts an update manifest above the seal of a file, which becomes its parent (C2PA 2.4, "Update manifests"). Only the
 * manifest store changes. The result is not verified here: the caller has to do it. Node only. Throws
 * SealedCaptureError `media_unsupported`, or what the signer throws.
 *
 * @param findings what the engine says of the seal, of just this file
 * @param isUpdate false for a standard manifest with a new hard binding
 */
export function updateSeal(
  media: Uint8Array,
  mediaType: SealableMediaType,
  findings: SealFindings,
  {redactions = [], assertions = []}: SealUpdate,
  signer: Signer,
  options: ManifestOptions,
  isUpdate = takesUpdates[mediaType],
): Promise<Uint8Array> {
  const when = options.now.toISOString();
  const urls = redactions.map(({url}) => url);
  const earlier = earlierSeal(media, mediaType, findings, urls);
  const opened = openedAction(linkTo(earlier.ingredient), when);
  const redacted = redactions.map(({url, reason, note}) => ({
    action: 'c2pa.redacted',
    when: dateTime(when),
    reason,
    parameters: {redacted: url, ...(note !== undefined && {description: note})},
  }));
  const addition = {
    assertions: [
      actionsAssertion(opened, ...redacted),
      earlier.ingredient,
      ...assertions.map(({label, data}) => cborAssertion(label, data)),
    ],
    redactions: urls,
  };
  const add = isUpdate ? update : bindAnew;
  return add(media, mediaType, earlier, addition, signer, options);
}
