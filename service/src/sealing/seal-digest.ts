import {checkManifestStore} from '@sealed-capture/seal/checking/check-manifest.js';
import {
  makeManifestStore,
  ManifestTooLarge,
  type ManifestRequest,
} from '@sealed-capture/seal/writing/manifest.js';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import {MAX_MANIFEST_SIZE} from '@sealed-capture/seal/model/seal/seal-format.js';
import {VERSION} from '@sealed-capture/seal/model/version.js';
import {overloaded, ProblemError} from '../http/problems.js';
import type {Sealer} from '../certificates/sealer.js';
import {SignerUnavailable} from '../signing/claim-signer.js';
import {NoTimeStampAuthority, TimeStampUnavailable} from '../timestamps/independent-time.js';

/** The name of this package in seals. */
export const generator = {
  name: 'sealed-capture',
  version: VERSION,
  specVersion: '2.4.0',
};

/**
 * Makes a manifest for the digest, and verifies it before it is sent.
 * @throws {ProblemError} 400 with `needed` if it does not fit; 400 with the field if the exclusion is impossible or
 *   the metadata are too large; 503 if no time stamp is available and the environment seals nothing without
 */
export async function sealDigest(
  request: ManifestRequest,
  sealer: Pick<Sealer, 'signer' | 'trust' | 'untimed'>,
): Promise<Uint8Array> {
  checkHole(request);
  try {
    return await seal(request, sealer);
  } catch (error) {
    if (error instanceof SignerUnavailable) throw noSignature(error);
    if (!(error instanceof TimeStampUnavailable)) throw error;
    if (!sealer.untimed) throw noTime(error);
    return await sealDigest(request, sealer.untimed);
  }
}

async function seal(
  request: ManifestRequest,
  {signer, trust}: Pick<Sealer, 'signer' | 'trust'>,
): Promise<Uint8Array> {
  try {
    const store = await makeManifestStore(request, signer, {now: new Date(), generator});
    checkManifestStore(store, request, trust);
    return store;
  } catch (error) {
    if (!(error instanceof ManifestTooLarge)) throw error;
    if (error.needed > MAX_MANIFEST_SIZE) throw tooMuch(error, request);
    throw new ProblemError(400, `The manifest needs ${error.needed} bytes.`, {
      cause: error,
      needed: error.needed,
      errors: [{pointer: '/manifestSize', detail: `must be at least ${error.needed}`}],
    });
  }
}

/** A 503 that says when to retry. The log has the reason, which concerns the operator. */
export const noSignature = (cause: SignerUnavailable): ProblemError =>
  overloaded(
    'The key that seals cannot be used now, so nothing is sealed. Try again later.',
    cause,
    Math.ceil(cause.retryAfter / 1000),
  );

/** A 503 that says when to retry, and what to do if a retry alone does not help. */
export function noTime(cause: TimeStampUnavailable): ProblemError {
  const what =
    cause instanceof NoTimeStampAuthority
      ? 'No independent time stamp is to be had, and nothing is sealed here without one. The operator has to name a time-stamp authority with SEALED_CAPTURE_TIMESTAMP.'
      : 'No independent time stamp is to be had now, and nothing is sealed here without one. Try again later.';
  return overloaded(what, cause, Math.ceil(cause.retryAfter / 1000));
}

/** No size would suffice, so none is named. */
function tooMuch(cause: ManifestTooLarge, {set}: ManifestRequest): ProblemError {
  const pointer = set?.told.closing ? '/set/closing' : '/metadata';
  return new ProblemError(
    400,
    `The metadata are too much for a seal: they need ${cause.needed} bytes of ${MAX_MANIFEST_SIZE}.`,
    {cause, errors: [{pointer, detail: 'must be smaller'}]},
  );
}

/**
 * Most bytes that a container adds to the manifest store. A larger exclusion would leave bytes of the media out of
 * the digest, where they could be changed without breaking the seal.
 */
function framing(mediaType: SealableMediaType, manifestSize: number): number {
  switch (mediaType) {
    case 'image/jpeg':
      // Headers of the APP11 segments; each further one repeats the store's box header.
      return 12 + 20 * Math.ceil(manifestSize / 65_000);
    case 'image/png':
      return 12;
    case 'image/webp':
      return 8;
    case 'audio/mpeg':
      return 0;
  }
}

function checkHole({mediaType, manifestSize, exclusion}: ManifestRequest): void {
  const refuse = (pointer: string, detail: string) => {
    throw new ProblemError(
      400,
      `The hole for the manifest is not possible: ${pointer} ${detail}.`,
      {
        errors: [{pointer, detail}],
      },
    );
  };
  if (mediaType === 'image/webp' && manifestSize % 2 !== 0) {
    refuse('/manifestSize', 'must be even in WebP');
  }
  const longest = manifestSize + framing(mediaType, manifestSize);
  if (exclusion.length < manifestSize || exclusion.length > longest) {
    refuse('/exclusion/length', `must be from ${manifestSize} to ${longest}`);
  }
}
