import {SealedCaptureError, type ErrorCode} from '../../model/errors.js';
import {sentUnheard, type Job} from '../../model/job.js';
import type {FileDelivery} from '../../model/protection-config.js';
import {afterSending} from '../../model/retry.js';
import type {Clock, Random} from '../../ports/browser/clock.js';
import type {CaptureStore} from '../../ports/captures/capture-store.js';
import type {MediaSealer} from '../../ports/captures/media-sealer.js';
import {failureBy, sendBy} from './uploads.js';

export interface BackgroundSendingPorts {
  store: Pick<CaptureStore, 'replace'>;
  sealer: Pick<MediaSealer, 'fill'>;
  clock: Clock;
  random: Random;
  /** Tells the developer why a file could not be sent. */
  report: (problem: unknown) => void;
}

/**
 * One attempt of a service worker to send a sealed file, and a note of what came of it, which the next page reads.
 * Resolves to the code of why it failed. Rejects, and leaves the file as it is, where the signal is aborted, the storage
 * breaks or the account is another one; `requireAccount` rejects then.
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
    // Where this fails, it is sent once more: the page's storage keeps each once.
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
