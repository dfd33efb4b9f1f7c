import {type SealableMediaType} from '../model/media-type.js';
import {fill, hashedParts, layOut} from '../containers/layout.js';
import {concat} from '../encoding/bytes.js';
import {sha256} from '../node/sha256.js';
import {type Assertion} from './assertions.js';
import {type EarlierSeal} from './earlier-seal.js';
import {addManifest, ManifestTooLarge, type ManifestOptions} from './manifest.js';
import {type Signer} from './signer.js';

/** A new seal does not read as it must, so the file must not be sent. The message, for people, says why. */
export class SealDoesNotHold extends Error {
  override readonly name = 'SealDoesNotHold';
}

/** The error for a result that would be read with another verdict than it must, whose reason is given. */
export const readsOtherwise = (reason: string): SealDoesNotHold =>
  new SealDoesNotHold(`readers would say of the result, “${reason}”`);

/** What a manifest above an earlier seal states. */
export interface Addition {
  /** In the claim's order, with the ingredient that names the earlier seal, and without a hard binding. */
  assertions: readonly Assertion[];
  /** JUMBF URIs of assertions that the earlier seal no longer holds. */
  redactions?: readonly string[];
}

const UNKNOWN_DIGEST = new Uint8Array(32);

/**
 * Puts a standard manifest, which binds the whole file anew, above the earlier seal. Nothing else in the file changes.
 * Throws SealedCaptureError `media_unsupported`, or what the signer throws. Node only.
 */
export async function bindAnew(
  media: Uint8Array,
  mediaType: SealableMediaType,
  {place, manifests}: EarlierSeal,
  {assertions, redactions}: Addition,
  signer: Signer,
  options: ManifestOptions,
): Promise<Uint8Array> {
  // The size is not known before the manifest is made; the first attempt finds it out.
  for (let manifestSize = 0; ;) {
    const layout = layOut(media, mediaType, manifestSize, place);
    const digest = manifestSize === 0 ? UNKNOWN_DIGEST : sha256(...hashedParts(layout));
    const binding = {digest, exclusion: layout.exclusion, manifestSize};
    try {
      const manifest = {assertions, redactions, binding, below: manifests};
      return concat(fill(layout, await addManifest(manifest, signer, options)));
    } catch (error) {
      if (!(error instanceof ManifestTooLarge) || error.needed <= manifestSize) throw error;
      manifestSize = error.needed;
    }
  }
}

/** Puts an update manifest above the earlier seal, whose hard binding stays in force. Throws as {@link bindAnew}. */
export async function update(
  media: Uint8Array,
  mediaType: SealableMediaType,
  {place, manifests}: EarlierSeal,
  {assertions, redactions}: Addition,
  signer: Signer,
  options: ManifestOptions,
): Promise<Uint8Array> {
  const manifest = {assertions, redactions, below: manifests};
  const store = await addManifest(manifest, signer, options);
  return concat(fill(layOut(media, mediaType, store.length, place), store));
}
