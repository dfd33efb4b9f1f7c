import type {Engine} from '@sealed-capture/seal/engine/engine.js';
import {addStamp, stampableSeal, StampRefused} from '@sealed-capture/seal/writing/add-stamp.js';
import {generator} from '../sealing/seal-digest.js';
import type {AddStampJob, FindStampableJob, InThread, JobOutcome} from './engine-jobs.js';
import {sealedAs} from './protect-upload.js';
import {sealerOf} from './thread-sealer.js';
import {orRefused} from './upload-refusals.js';

const refusals = {
  unable: "The file's seal does not allow a later time stamp",
  refusals: [StampRefused],
};

/** Finds what a time stamp of an upload's seal is to be made for. */
export const findStampable = (job: FindStampableJob, engine: Engine): Promise<JobOutcome> =>
  orRefused(job, refusals, async (media) => {
    const seal = await stampableSeal(engine, media, job.mediaType, new Date());
    return {name: 'stampable', seal};
  });

/** Adds a time stamp to the seal of an upload. */
export const addStampTo = (job: InThread<AddStampJob>, engine: Engine): Promise<JobOutcome> =>
  orRefused(job, refusals, async (media) => {
    const {signer} = sealerOf(job);
    const options = {now: new Date(), generator};
    const stamped = await addStamp(engine, media, job.mediaType, job.stamp, signer, options);
    return sealedAs(stamped, media, job);
  });
