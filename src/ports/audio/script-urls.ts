// Separate from the media worker's, so that a page without recordings is built without these scripts.
import {KeptScript} from '../worker-channel/kept-script.js';
import {sideFile} from '../worker-channel/side-file.js';
import {workerScript} from '../worker-channel/worker-script.js';

const worklet = sideFile(
  'recorder-worklet.js',
  () => new URL('./recorder-worklet.js', import.meta.url),
);
const worker = sideFile('encoder-worker.js', () => new URL('./encoder-worker.js', import.meta.url));

/** The recorder's script: an audio worklet, or a worker in Chromium. */
export const recorderWorkletUrl = (): string => worklet().href;

/** The same script as a worker, which reads a track. */
export const recorderScript = new KeptScript(workerScript(worklet));

const defaultEncoder = new KeptScript(workerScript(worker));
/** Encoder scripts by address. Made once for each, because each listens for violations of the page's policy. */
const ownEncoders = new Map<string, KeptScript>();

/**
 * An encoder's script.
 *
 * @param own address to use instead of the default encoder's
 */
export function encoderScript(own?: string | URL): KeptScript {
  if (!own) return defaultEncoder;
  const url = new URL(own, document.baseURI);
  const script =
    ownEncoders.get(url.href) ??
    new KeptScript(workerScript(() => url, 'workerUrl of the encoder names it.'));
  ownEncoders.set(url.href, script);
  return script;
}
