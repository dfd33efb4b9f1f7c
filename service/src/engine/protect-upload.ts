import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {sealFurther} from '@sealed-capture/seal/writing/further-seal.js';
import {SealDoesNotHold} from '@sealed-capture/seal/writing/new-seal.js';
import {readBack} from '@sealed-capture/seal/writing/read-back.js';
import {concat} from '@sealed-capture/seal/encoding/bytes.js';
import {
  carriesManifest,
  fill,
  hashedParts,
  insertionPoint,
  layOut,
  suggestedManifestSize,
} from '@sealed-capture/seal/containers/layout.js';
import type {Engine} from '@sealed-capture/seal/engine/engine.js';
import {storeOf} from '@sealed-capture/seal/own-reader/files/embedded-store.js';
import {ManifestStore} from '@sealed-capture/seal/own-reader/manifests.js';
import {readSealAndCrJson} from '@sealed-capture/seal/engine/read-seal.js';
import {sha256} from '@sealed-capture/seal/node/sha256.js';
import type {InThread, JobOutcome, ProtectJob, ReadBackJob, SealJob} from './engine-jobs.js';
import {ProblemError} from '../http/problems.js';
import {generator, sealDigest} from '../sealing/seal-digest.js';
import {unstampedPatch} from '../sealing/late-stamp.js';
import {numberedSeal} from '../sets/numbered-seal.js';
import {applyPatch, insertionPatch, makePatch} from '../sealing/upload-patch.js';
import {sealerOf, type ThreadSealer} from './thread-sealer.js';
import {orRefused, refused} from './upload-refusals.js';

/**
 * Seals an upload: by its digest, as for a page, or above the seal that the file already has, which becomes its
 * parent. A broken parent is kept only if the request asks for it.
 */
export function protect(job: InThread<ProtectJob>, engine: Engine): Promise<JobOutcome> {
  const media = new Uint8Array(job.buffer, 0, job.length);
  return carriesManifest(media)
    ? orRefused(job, {unable: "The file's earlier seal does not allow a further one"}, (given) =>
        sealAbove(given, job, engine),
      )
    : orRefused(job, UNSEALABLE, (given) => sealByDigest(given, job, sealerOf(job), engine));
}

const UNSEALABLE = {unable: 'This file cannot be sealed'};

/** Reads the file that a patch makes of an upload. */
export const readPatchBack = (job: ReadBackJob, engine: Engine): Promise<JobOutcome> =>
  orRefused(job, UNSEALABLE, async (media) => {
    const {patch, mediaType, isInSet} = job;
    const sealed = concat(applyPatch(media, patch));
    await readBack(engine, sealed, mediaType);
    return protectedAs(patch, sealed, isInSet);
  });

async function sealAbove(
  media: Uint8Array,
  job: InThread<ProtectJob>,
  engine: Engine,
): Promise<JobOutcome> {
  const {mediaType, captureId, metadata, requestedAt, parent, set} = job;
  const {signer} = sealerOf(job);
  const {result: earlier, findings} = await readSealAndCrJson(engine, media, mediaType);
  const isParentBroken = isBroken(earlier);
  if (isParentBroken && parent === undefined) return refused(unkept(earlier));
  try {
    const asked = {captureId, requestedAt, isParentBroken, findings, set};
    const options = {...asked, now: new Date(), generator};
    const sealed = await sealFurther(engine, media, mediaType, metadata, signer, options);
    return sealedAs(sealed, media, job);
  } catch (error) {
    if (!isParentBroken) throw error;
    const why = whyNotKept(error, media, earlier);
    throw why === undefined ? error : new SealDoesNotHold(why, {cause: error});
  }
}

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
  if (!isUnreadable && !(error instanceof SealDoesNotHold)) return undefined;
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
  {mediaType, tokenSize, set}: Pick<SealJob, 'mediaType' | 'tokenSize'> & Pick<ProtectJob, 'set'>,
): JobOutcome =>
  tokenSize === undefined
    ? protectedAs(makePatch(media, sealed), sealed, !!set)
    : {name: 'unstamped', seal: unstampedPatch(media, sealed, mediaType === 'image/png')};

/** The seal's place in a set, if it was to be in one, is read from the finished file, as every reader will find it. */
const protectedAs = (patch: Uint8Array, sealed: Uint8Array, isInSet = false): JobOutcome => ({
  name: 'protected',
  patch,
  ...(isInSet && {numbered: numberedSeal(storeOf(sealed)?.bytes)}),
});

/** Puts a new seal into media that have none. */
async function sealByDigest(
  media: Uint8Array,
  job: InThread<ProtectJob>,
  sealer: ThreadSealer,
  engine: Engine,
): Promise<JobOutcome> {
  const {mediaType, captureId, metadata, requestedAt, tokenSize, set} = job;
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
        set,
      },
      sealer,
    );
    const sealed = concat(fill(layout, store));
    // With a late time stamp, the file is read once that is in place.
    if (tokenSize !== undefined) return sealedAs(sealed, media, job);
    await readBack(engine, sealed, mediaType);
    if (at === undefined) return sealedAs(sealed, media, job);
    return protectedAs(insertionPatch(media, at, layout.frame(store)), sealed, !!set);
  };
  try {
    return await seal(suggestedManifestSize(metadata, set?.told));
  } catch (error) {
    const needed = error instanceof ProblemError ? error.problem.needed : undefined;
    if (needed === undefined) throw error;
    return seal(needed);
  }
}
