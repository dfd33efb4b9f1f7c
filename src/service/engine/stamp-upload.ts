import {SealedCaptureError} from '../../model/errors.js';
import type {Engine} from '../../seal/engine/engine.js';
import {detectMediaType} from '../../seal/media-signature.js';
import {addStamp, stampableSeal, StampRefused} from '../../seal/writing/add-stamp.js';
import {EngineSealFailed} from '../../seal/writing/engine-signing.js';
import {generator} from '../sealing/seal-digest.js';
import type {AddStampJob, FindStampableJob, JobOutcome} from './engine-jobs.js';
import {sealedAs, sealerOf} from './protect-upload.js';

const refused = (detail: string): JobOutcome => ({name: 'refused', status: 422, detail});

/** Finds what a time stamp of an upload's seal is to be made for. */
export async function findStampable(job: FindStampableJob, engine: Engine): Promise<JobOutcome> {
  const {mediaType} = job;
  const media = new Uint8Array(job.buffer, 0, job.length);
  if (detectMediaType(media) !== mediaType) {
    return refused(`The part media is not ${mediaType}, as its Content-Type says.`);
  }
  try {
    const seal = await stampableSeal(engine, media, mediaType, new Date());
    return {name: 'stampable', seal};
  } catch (error) {
    return refusalOf(error);
  }
}

/** Adds a time stamp to the seal of an upload. */
export async function addStampTo(job: AddStampJob, engine: Engine): Promise<JobOutcome> {
  const {mediaType, stamp} = job;
  const media = new Uint8Array(job.buffer, 0, job.length);
  const {signer} = sealerOf(job);
  const options = {now: new Date(), generator};
  try {
    const stamped = await addStamp(engine, media, mediaType, stamp, signer, options);
    return sealedAs(stamped, media, job);
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): JobOutcome {
  if (error instanceof StampRefused) return refused(error.message);
  if (error instanceof SealedCaptureError && error.code === 'media_unsupported') {
    return refused(error.message);
  }
  if (error instanceof EngineSealFailed) {
    return refused(`The file's seal does not allow a later time stamp: ${error.message}`);
  }
  throw error;
}
