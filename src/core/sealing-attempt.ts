import {SealedCaptureError, toSealedCaptureError} from '../model/errors.js';
import type {Failure, Job} from '../model/job.js';
import type {ProtectionOptions} from '../model/protection-config.js';
import type {MediaSealer} from '../ports/media-sealer.js';
import type {SealApi} from './api-client.js';

export interface Sealed {
  manifest: ArrayBuffer;
  /** The sealed file. */
  blob: Blob;
}

/** One attempt to seal a capture, from layout to the checked file. */
export class SealingAttempt {
  readonly #sealer: MediaSealer;
  readonly #api: SealApi;

  constructor(sealer: MediaSealer, api: SealApi) {
    this.#sealer = sealer;
    this.#api = api;
  }

  async run(
    job: Job,
    authorize: ProtectionOptions['authorization'],
    signal: AbortSignal,
  ): Promise<Sealed> {
    // Both take a moment, and neither needs the other.
    const [laidOut, authorization] = await Promise.all([
      this.#sealer.layOut(job, undefined, signal),
      authorize(signal).catch((thrown: unknown) => {
        throw toSealedCaptureError(thrown, 'service_unavailable');
      }),
    ]);
    const {captureId, mediaType, metadata, endpoint} = job;
    const ask = (layout: typeof laidOut): Promise<ArrayBuffer> =>
      this.#api.seal({
        endpoint,
        authorization,
        request: {captureId, mediaType, metadata, ...layout},
        signal,
      });
    const manifest = await ask(laidOut).catch(async (thrown: unknown) => {
      if (!(thrown instanceof SealedCaptureError) || thrown.needed === undefined) throw thrown;
      // The hole was too small: once more, as large as the service says.
      return ask(await this.#sealer.layOut(job, thrown.needed, signal));
    });
    return {manifest, blob: await this.#sealer.fill(job, manifest, signal)};
  }
}

export function failureOf(error: SealedCaptureError): Failure {
  const {code, message, status, retryAfter} = error;
  return {code, message, status, retryAfter};
}
