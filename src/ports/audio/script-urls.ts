// Apart from the media worker's, so that a page without recordings is built without these scripts.
import {trustedWorkerUrl} from '../worker-channel/script-url.js';
import {sideFile} from '../worker-channel/side-file.js';

const worklet = sideFile(
  'recorder-worklet.js',
  () => new URL('./recorder-worklet.js', import.meta.url),
);
const worker = sideFile('encoder-worker.js', () => new URL('./encoder-worker.js', import.meta.url));

/** Serves the recorder's worklet from another place, e.g. where a bundler moved it. Call before the first recording. */
export const setRecorderWorkletUrl = (url: string | URL): void => worklet.choose(url);

/** Serves the default encoder's worker from another place. Call before the first recording. */
export const setEncoderWorkerUrl = (url: string | URL): void => worker.choose(url);

/** The worklet's script. */
export const recorderWorkletUrl = (): string => worklet.url().href;

/**
 * An encoder's script as `new Worker` takes it.
 *
 * @param own in place of the default encoder's
 */
export const encoderWorkerUrl = (own?: string | URL): string =>
  trustedWorkerUrl(own ? new URL(own, document.baseURI) : worker.url());
