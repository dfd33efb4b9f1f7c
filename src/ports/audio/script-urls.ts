// Apart from the media worker's, so that a page without recordings is built without these scripts.
import {trustedWorkerUrl} from '../worker-channel/script-url.js';

let chosenWorklet: URL | undefined;
let chosenWorker: URL | undefined;

/** Serves the recorder's worklet from another place, e.g. where a bundler moved it. Call before the first recording. */
export function setRecorderWorkletUrl(url: string | URL): void {
  chosenWorklet = new URL(url, document.baseURI);
}

/** Serves the default encoder's worker from another place. Call before the first recording. */
export function setEncoderWorkerUrl(url: string | URL): void {
  chosenWorker = new URL(url, document.baseURI);
}

/** The worklet's script; made when it is first asked for, never on import. */
export const recorderWorkletUrl = (): string =>
  (chosenWorklet ??= new URL('./recorder-worklet.js', import.meta.url)).href;

/**
 * An encoder's script as `new Worker` takes it.
 *
 * @param own in place of the default encoder's
 */
export const encoderWorkerUrl = (own?: string | URL): string =>
  trustedWorkerUrl(
    own
      ? new URL(own, document.baseURI)
      : (chosenWorker ??= new URL('./encoder-worker.js', import.meta.url)),
  );
