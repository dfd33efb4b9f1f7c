import {SealedCaptureError} from '../../model/errors.js';
import {EngineSealFailed, sealWithEngine} from '../../seal/writing/engine-seal.js';
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
import {detectMediaType} from '../../seal/media-signature.js';
import {sha256} from '../../seal/node/sha256.js';
import type {JobOutcome, ProtectJob} from './engine-jobs.js';
import {ProblemError} from '../http/problems.js';
import {generator, sealDigest} from '../sealing/seal-digest.js';
import {createSealer, type Sealer} from '../certificates/sealer.js';
import type {SealingIdentity} from '../certificates/signing-identity.js';
import {insertionPatch, makePatch} from '../sealing/upload-patch.js';

/**
 * Seals an upload: by digest, as a page would do it, or by the engine where the file carries a seal
 * already, which then stays as its parent.
 */
export async function protect(job: ProtectJob, engine: Engine): Promise<JobOutcome> {
  const {mediaType, captureId, metadata, requestedAt} = job;
  const media = new Uint8Array(job.buffer, 0, job.length);
  if (detectMediaType(media) !== mediaType) {
    return refused(422, `The part media is not ${mediaType}, as its Content-Type says.`);
  }
  const sealer = sealerOf(job.identity);
  try {
    if (!carriesManifest(media, mediaType)) {
      return {name: 'protected', patch: await sealByDigest(media, job, sealer)};
    }
    const options = {captureId, requestedAt, now: new Date(), generator};
    const {signer} = sealer;
    const sealed = await sealWithEngine(engine, media, mediaType, metadata, signer, options);
    return {name: 'protected', patch: makePatch(media, sealed)};
  } catch (error) {
    if (error instanceof SealedCaptureError && error.code === 'media_unsupported') {
      return refused(422, error.message);
    }
    if (error instanceof EngineSealFailed) {
      return refused(422, `The file's earlier seal does not allow a further one: ${error.message}`);
    }
    if (error instanceof ProblemError) return refused(error.statusCode, error.message);
    throw error;
  }
}

/** Each job brings its identity along; a sealer is measured once for each, by its leaf certificate. */
const sealers = new Map<string, Sealer>();

function sealerOf(identity: SealingIdentity): Sealer {
  const [leaf = new Uint8Array()] = identity.signer.certificateChain;
  const id = Buffer.from(sha256(leaf)).toString('base64');
  const sealer = sealers.get(id) ?? createSealer(identity);
  sealers.set(id, sealer);
  return sealer;
}

/** The patch that puts a new seal into the media. */
async function sealByDigest(
  media: Uint8Array,
  {mediaType, captureId, metadata, requestedAt, digest: mediaDigest}: ProtectJob,
  sealer: Sealer,
): Promise<Uint8Array> {
  const seal = async (manifestSize: number): Promise<Uint8Array> => {
    const layout = layOut(media, mediaType, manifestSize);
    const at = insertionPoint(layout, media);
    // Where nothing else changes, the digest covers exactly the media, and was made as they arrived.
    const digest = at === undefined ? sha256(...hashedParts(layout)) : mediaDigest;
    const {exclusion} = layout;
    const store = await sealDigest(
      {captureId, mediaType, digest, exclusion, manifestSize, metadata, requestedAt},
      sealer,
    );
    if (at === undefined) return makePatch(media, concat(fill(layout, store)));
    return insertionPatch(media, at, layout.frame(store));
  };
  try {
    return await seal(suggestedManifestSize(metadata));
  } catch (error) {
    const needed = error instanceof ProblemError ? error.problem.needed : undefined;
    if (needed === undefined) throw error;
    return seal(needed);
  }
}

const refused = (status: number, detail: string): JobOutcome => ({name: 'refused', status, detail});
