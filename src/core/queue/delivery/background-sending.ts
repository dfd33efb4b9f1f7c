import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {sentUnheard, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {FileDelivery} from '@sealed-capture/seal/model/protection-config.js';
import {afterSending} from '@sealed-capture/seal/model/job/retries.js';
import type {Clock, Random} from '../../../ports/browser/clock.js';
import type {CaptureStore} from '../../../ports/captures/capture-store.js';
import type {MediaSealer} from '../../../ports/captures/media-sealer.js';
import {failureBy, sendBy} from './uploads.js';

export interface BackgroundSendingPorts {
  store: Pick<CaptureStore, 'replace'>;
  sealer: Pick<MediaSealer, 'fill'>;
  clock: Clock;
  random: Random;
  /** Reports to the developer why a file could not be sent. */
  report: (problem: unknown) => void;
}

/**
 * Sends one sealed file from a service worker, once, and stores the result for the next page. Resolves to the error
 * code if the upload failed. Rejects, and leaves the job unchanged, if the signal is aborted, the storage fails, or
 * `requireAccount` rejects because another account is signed in.
 */
export async function sendInBackground(
  job: Job,
  delivery: FileDelivery,
  {store, sealer, clock, random, report}: BackgroundSendingPorts,
  signal: AbortSignal,
  requireAccount: () => Promise<void>,
): Promise<ErrorCode | undefined> {
  const {captureId, mode, state} = job;
  if (state.name !== 'sealed' && state.name !== 'delivering') return undefined;
  const {manifest, sealedAt} = state;
  const context = {captureId, mode, sealedAt, signal, onProgress: () => undefined};
  try {
    const file = await sealer.fill(job, manifest, signal);
    await requireAccount();
    const location = await sendBy(delivery, file, context);
    // If this write fails, the file is sent again; the page's storage stores each capture once.
    await store.replace(sentUnheard(job, location), state);
    return undefined;
  } catch (thrown) {
    if (signal.aborted || isLeftAsItIs(thrown)) throw thrown;
    const failure = failureBy(thrown);
    report(thrown);
    await store.replace(afterSending(job, failure, clock.now(), random.number()), state);
    return failure.code;
  }
}

const isLeftAsItIs = (thrown: unknown): boolean =>
  thrown instanceof SealedCaptureError &&
  ['aborted', 'storage_unavailable', 'storage_full'].includes(thrown.code);
