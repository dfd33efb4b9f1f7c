import type {Engine} from '@sealed-capture/seal/engine/engine.js';
import {redactSeal} from '@sealed-capture/seal/writing/redaction/redact-seal.js';
import {RedactionRefused} from '@sealed-capture/seal/writing/redaction/redaction-plan.js';
import {generator} from '../sealing/seal-digest.js';
import type {InThread, JobOutcome, RedactJob} from './engine-jobs.js';
import {sealedAs} from './protect-upload.js';
import {sealerOf} from './thread-sealer.js';
import {orRefused} from './upload-refusals.js';

const refusals = {
  unable: "The file's seal does not allow this redaction",
  refusals: [RedactionRefused],
};

/** Removes from an upload's seal what the request names. */
export const redact = (job: InThread<RedactJob>, engine: Engine): Promise<JobOutcome> =>
  orRefused(job, refusals, async (media) => {
    const {mediaType, redaction} = job;
    const {signer} = sealerOf(job);
    const options = {now: new Date(), generator};
    const redacted = await redactSeal(engine, media, mediaType, redaction, signer, options);
    return sealedAs(redacted, media, job);
  });
