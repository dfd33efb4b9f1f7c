import {SealedCaptureError} from '../../model/errors.js';
import type {Engine} from '../../seal/engine/engine.js';
import {detectMediaType} from '../../seal/media-signature.js';
import {EngineSealFailed} from '../../seal/writing/engine-signing.js';
import {redactSeal} from '../../seal/writing/redact-seal.js';
import {RedactionRefused} from '../../seal/writing/redaction-plan.js';
import {generator} from '../sealing/seal-digest.js';
import type {JobOutcome, RedactJob} from './engine-jobs.js';
import {sealedAs, sealerOf} from './protect-upload.js';

const refused = (detail: string): JobOutcome => ({name: 'refused', status: 422, detail});

/** Takes what the request names out of the seal of an upload. */
export async function redact(job: RedactJob, engine: Engine): Promise<JobOutcome> {
  const {mediaType, redaction} = job;
  const media = new Uint8Array(job.buffer, 0, job.length);
  if (detectMediaType(media) !== mediaType) {
    return refused(`The part media is not ${mediaType}, as its Content-Type says.`);
  }
  const {signer} = sealerOf(job);
  const options = {now: new Date(), generator};
  try {
    const redacted = await redactSeal(engine, media, mediaType, redaction, signer, options);
    return sealedAs(redacted, media, job);
  } catch (error) {
    if (error instanceof RedactionRefused) return refused(error.message);
    if (error instanceof SealedCaptureError && error.code === 'media_unsupported') {
      return refused(error.message);
    }
    if (error instanceof EngineSealFailed) {
      return refused(`The file's seal does not allow this redaction: ${error.message}`);
    }
    throw error;
  }
}
