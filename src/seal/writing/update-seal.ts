import {type SealableMediaType} from '../../model/media-type.js';
import {type Engine} from '../engine/engine.js';
import {signWithEngine} from './engine/engine-signing.js';
import {type ManifestOptions} from './manifest.js';
import {type Signer} from './signer.js';
import {strictJson} from './strict-json.js';

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
  /** Further assertions, as JSON that the engine writes as CBOR. */
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
 * Puts an update manifest above the seal of a file, which becomes its parent (C2PA 2.4, "Update manifests"). Blocks
 * its thread. The result is not verified here: the caller has to do it. `reserved` is as for {@link
 * signWithEngine}. Node only. Throws SealedCaptureError `media_unsupported`, SignerFailed with the signer's error
 * as cause, EngineCrashed.
 */
export function updateSeal(
  engine: Engine,
  media: Uint8Array,
  mediaType: SealableMediaType,
  {redactions = [], assertions = []}: SealUpdate,
  signer: Signer,
  {now, generator}: ManifestOptions,
  reserved?: number,
): Promise<Uint8Array> {
  const when = now.toISOString();
  const actions = redactions.map(({url, reason, note}) => ({
    action: 'c2pa.redacted',
    when,
    reason,
    parameters: {redacted: url, ...(note !== undefined && {description: note})},
  }));
  const definition = strictJson({
    claim_generator_info: [generator],
    format: mediaType,
    redactions: redactions.map(({url}) => url),
    assertions: [
      ...(actions.length > 0
        ? [{label: 'c2pa.actions.v2', data: {actions, allActionsIncluded: true}, created: true}]
        : []),
      ...assertions.map(({label, data}) => ({label, data, created: true})),
    ],
  });
  const intent = takesUpdates[mediaType] ? 'update' : 'edit';
  return signWithEngine(engine, media, mediaType, signer, definition, intent, undefined, reserved);
}
