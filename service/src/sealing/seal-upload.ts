import type {JobOutcome, SealJob} from '../engine/engine-jobs.js';
import type {EnginePool} from '../engine/engine-pool.js';
import {ProblemError} from '../http/problems.js';
import {SignerUnavailable} from '../signing/claim-signer.js';
import {TimeStampUnavailable, type IndependentTime} from '../timestamps/independent-time.js';
import {stampPatch} from './late-stamp.js';
import {noSignature, noTime} from './seal-digest.js';

type SealedUpload = Extract<JobOutcome, {name: 'protected'}>;

/** A token may be larger than all before it; the next attempt reserves room for it. */
const MOST_ATTEMPTS = 3;

/**
 * Has an upload sealed, or its seal redacted or stamped, in a thread. Time stamps of external authorities are
 * inserted afterwards, without a thread.
 * @returns the patch that makes the sealed file, and what the seal says of its number in a set
 * @throws {ProblemError} if the upload is refused; 503 without a signature, or without a required time stamp
 */
export async function sealUpload(
  pool: Pick<EnginePool, 'run'>,
  job: SealJob,
  time: IndependentTime | undefined,
  signal: AbortSignal,
): Promise<SealedUpload> {
  try {
    if (!time) return sealedBy(await pool.run(job, signal));
    return await sealAndStamp(pool, job, time, signal);
  } catch (error) {
    if (error instanceof SignerUnavailable) throw noSignature(error);
    if (error instanceof TimeStampUnavailable) throw noTime(error);
    throw error;
  }
}

async function sealAndStamp(
  pool: Pick<EnginePool, 'run'>,
  job: SealJob,
  time: IndependentTime,
  signal: AbortSignal,
): Promise<SealedUpload> {
  // Without a time stamp of its own, the later time stamp would expire with the certificate of its update.
  const isOptional = time.isOptional && job.name !== 'add-stamp';
  // Checked first: without a required time stamp, sealing is useless.
  if (!isOptional) time.assertAvailable();
  for (let attempt = 1; ; attempt++) {
    const outcome = await pool.run({...job, tokenSize: time.tokenSize}, signal);
    if (outcome.name !== 'unstamped') return sealedBy(outcome);
    const patch = await stampPatch(outcome.seal, time, signal).catch((error: unknown) => {
      if (error instanceof TimeStampUnavailable && isOptional) return outcome.seal.patch;
      throw error;
    });
    if (patch) {
      const {buffer, length, mediaType, environment} = job;
      const isInSet = job.name === 'protect' && job.set !== undefined;
      const made = {buffer, length, mediaType, environment, patch, isInSet};
      return sealedBy(await pool.run({name: 'read-back', ...made}, signal));
    }
    if (attempt === MOST_ATTEMPTS) throw new Error('Each time stamp is larger than the last.');
  }
}

function sealedBy(outcome: JobOutcome): SealedUpload {
  if (outcome.name === 'refused') throw new ProblemError(outcome.status, outcome.detail);
  if (outcome.name !== 'protected') throw new Error(`Unexpected outcome ${outcome.name}.`);
  return outcome;
}
