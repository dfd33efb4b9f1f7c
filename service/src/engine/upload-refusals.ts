import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {detectMediaType} from '@sealed-capture/seal/media-signature.js';
import {SealDoesNotHold} from '@sealed-capture/seal/writing/new-seal.js';
import {ProblemError} from '../http/problems.js';
import type {JobOutcome, SealJob} from './engine-jobs.js';

export const refused = (detail: string, status = 422): JobOutcome => ({
  name: 'refused',
  status,
  detail,
});

export interface Refusals {
  /** Begins the sentence for an engine that could not make the new seal. */
  unable: string;
  /** Classes of errors that are about the file itself, in addition to those of every upload. */
  refusals?: readonly (new (...given: never[]) => Error)[];
}

/** Runs a job on the media of an upload. If the media do not allow it, returns a refusal with the reason. */
export async function orRefused(
  {mediaType, buffer, length}: Pick<SealJob, 'mediaType' | 'buffer' | 'length'>,
  {unable, refusals = []}: Refusals,
  work: (media: Uint8Array<SharedArrayBuffer>) => Promise<JobOutcome>,
): Promise<JobOutcome> {
  const media = new Uint8Array(buffer, 0, length);
  const detected = detectMediaType(media);
  if (detected !== mediaType) {
    const is = detected === undefined ? 'of no known media type' : detected;
    return refused(`The part media is not ${mediaType}, as its Content-Type says: it is ${is}.`);
  }
  try {
    return await work(media);
  } catch (error) {
    if (refusals.some((one) => error instanceof one)) return refused((error as Error).message);
    if (error instanceof SealedCaptureError && error.code === 'media_unsupported') {
      return refused(error.message);
    }
    if (error instanceof SealDoesNotHold) return refused(`${unable}: ${error.message}`);
    if (error instanceof ProblemError) return refused(error.message, error.statusCode);
    throw error;
  }
}
