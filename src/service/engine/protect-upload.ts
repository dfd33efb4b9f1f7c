import {SealedCaptureError} from '../../model/errors.js';
import type {InspectionResult} from '../../model/inspection/inspection-result.js';
import {sealWithEngine} from '../../seal/writing/engine/engine-seal.js';
import {EngineSealFailed} from '../../seal/writing/engine/engine-signing.js';
import {concat} from '../../seal/encoding/bytes.js';
import {
  carriesManifest,
  fill,
  hashedParts,
  insertionPoint,
  layOut,
  suggestedManifestSize,
} from '../../seal/containers/layout.js';
import type {Engine} from '../../seal/engine/engine.js';
import {storeOf} from '../../seal/own-reader/files/embedded-store.js';
import {ManifestStore} from '../../seal/own-reader/manifests.js';
import {readSeal} from '../../seal/engine/read-seal.js';
import {sha256} from '../../seal/node/sha256.js';
import type {InThread, JobOutcome, ProtectJob, SealJob} from './engine-jobs.js';
import {ProblemError} from '../http/problems.js';
import {generator, sealDigest} from '../sealing/seal-digest.js';
import {unstampedPatch} from '../sealing/late-stamp.js';
import {insertionPatch, makePatch} from '../sealing/upload-patch.js';
import {sealerOf, type ThreadSealer} from './thread-sealer.js';
import {orRefused, refused} from './upload-refusals.js';

/**
 * Seals an upload: by its digest, as for a page, or with the engine if the file already has a seal, which becomes
 * its parent. A broken parent is kept only if the request asks for it.
 */
export const protect = (job: InThread<ProtectJob>, engine: Engine): Promise<JobOutcome> =>
  orRefused(job, refusals, async (media) => {
    const {mediaType, captureId, metadata, requestedAt, parent} = job;
    const sealer = sealerOf(job);
    if (!carriesManifest(media, mediaType)) return sealByDigest(media, job, sealer);
    const earlier = await readSeal(engine, media, mediaType);
    const isParentBroken = isBroken(earlier);
    if (isParentBroken && parent === undefined) {
      return refused(unkept(earlier));
    }
    const options = {captureId, requestedAt, now: new Date(), generator, isParentBroken};
    const {signer} = sealer;
    const sealed = await sealWithEngine(engine, media, mediaType, metadata, signer, options).catch(
      (error: unknown) => {
        if (!isParentBroken) throw error;
        const why = whyNotKept(error, media, earlier);
        throw why === undefined ? error : new EngineSealFailed(why, {cause: error});
      },
    );
    return sealedAs(sealed, media, job);
  });

const refusals = {unable: "The file's earlier seal does not allow a further one"};

/** Why a file's earlier seal is not kept by default, and what to do. */
const unkept = (earlier: InspectionResult): string =>
  isUnchecked(earlier)
    ? `The file carries a seal that could not be checked: ${whyUnchecked(earlier)}`
    : `The file carries a seal that does not hold: ${earlier.reason} To seal it all the same, send the field parent with the value keep-broken: the new seal then says so.`;

/**
 * Why a broken or unchecked seal is not kept although the request asked for it, as a sentence. Undefined for other
 * errors.
 */
function whyNotKept(
  error: unknown,
  media: Uint8Array,
  earlier: InspectionResult,
): string | undefined {
  const isUnreadable = error instanceof SealedCaptureError;
  if (!isUnreadable && !(error instanceof EngineSealFailed)) return undefined;
  if (isUnchecked(earlier)) return whyUnchecked(earlier);
  if (!isUnreadable) return undefined;
  return isOrphanedUpdate(media, earlier) ? ORPHANED : earlier.reason;
}

const isUnchecked = ({labelState}: InspectionResult): boolean => labelState === 'unchecked';

/** Advises what always works: `keep-broken` works only if the engine finds a fault. */
const whyUnchecked = ({reason}: InspectionResult): string => `${reason} ${WITHOUT_MANIFEST}`;

const WITHOUT_MANIFEST =
  'A copy without any manifest can be sealed: the new seal then says nothing of the earlier one.';

const isBroken = ({labelState}: InspectionResult): boolean =>
  labelState === 'invalid' || labelState === 'unchecked';

/**
 * True if the newest manifest is an update whose seal is missing from the file. The engine accepts no such file as
 * the parent of a new seal, because an update has no hash of the content.
 */
const isOrphanedUpdate = (media: Uint8Array, {checks}: InspectionResult): boolean =>
  checks.some(({code, inIngredient}) => code === BINDING_MISSING && !inIngredient) &&
  new ManifestStore(storeOf(media)?.bytes ?? new Uint8Array(0)).active?.isUpdate === true;

const BINDING_MISSING = 'claim.hardBindings.missing';
const ORPHANED =
  'its newest manifest is an update of a seal that is gone from the file, and an update alone is bound to no content, so that a new seal could not say what it was made from. Seal the file as it was before the seal was taken out, or a copy without any manifest: the new seal then says nothing of the earlier one.';

/** The thread's answer when it has the whole sealed file. */
export const sealedAs = (
  sealed: Uint8Array,
  media: Uint8Array,
  {mediaType, tokenSize}: Pick<SealJob, 'mediaType' | 'tokenSize'>,
): JobOutcome =>
  tokenSize === undefined
    ? {name: 'protected', patch: makePatch(media, sealed)}
    : {name: 'unstamped', seal: unstampedPatch(media, sealed, mediaType === 'image/png')};

/** Puts a new seal into media that have none. */
async function sealByDigest(
  media: Uint8Array,
  job: InThread<ProtectJob>,
  sealer: ThreadSealer,
): Promise<JobOutcome> {
  const {mediaType, captureId, metadata, requestedAt, tokenSize} = job;
  const seal = async (manifestSize: number): Promise<JobOutcome> => {
    const layout = layOut(media, mediaType, manifestSize);
    const at = insertionPoint(layout, media);
    // If nothing else changes, the digest covers exactly the media, and was computed while they arrived.
    const digest = at === undefined ? sha256(...hashedParts(layout)) : job.digest;
    const {exclusion} = layout;
    const store = await sealDigest(
      {
        captureId,
        mediaType,
        digest,
        exclusion,
        manifestSize,
        metadata,
        requestedAt,
        isSalted: true,
      },
      sealer,
    );
    if (at === undefined || tokenSize !== undefined) {
      return sealedAs(concat(fill(layout, store)), media, job);
    }
    return {name: 'protected', patch: insertionPatch(media, at, layout.frame(store))};
  };
  try {
    return await seal(suggestedManifestSize(metadata));
  } catch (error) {
    const needed = error instanceof ProblemError ? error.problem.needed : undefined;
    if (needed === undefined) throw error;
    return seal(needed);
  }
}
