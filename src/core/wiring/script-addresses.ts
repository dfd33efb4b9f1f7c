import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import {chooseScriptsBase, offerScriptsBase} from '../../ports/worker-channel/side-file.js';

export {isOwnFolder} from '../../ports/worker-channel/side-file.js';

/** Retries what waited for a worker that could not be run. A server has no workers. */
const tryWorkerAgain = (): void => {
  if ('document' in globalThis) MediaWorkerClient.shared().onDeath?.();
};

/**
 * Sets one folder from which the package loads its side files: worker scripts, the recorder's worklet and the
 * engine, by the names that `sealed-capture copy-scripts` gives them. Call it before the first capture. For elements in the HTML, which exist before any script runs, use
 * `<meta name="sealed-capture-scripts" content="/scripts">` or `<protection-provider scripts-base="/scripts">`. A
 * later call retries captures that waited for a worker that could not be run. On a server it only stores the
 * address.
 */
export function setScriptsBase(url: string | URL): void {
  chooseScriptsBase(url);
  tryWorkerAgain();
}

/**
 * Sets the folder on behalf of a `<protection-provider>`. The first one counts, unless a script or the `<meta>`
 * names another. Returns the folder in use.
 */
export function provideScriptsBase(url: string): string {
  const taken = offerScriptsBase(url);
  if (taken === url) tryWorkerAgain();
  return taken;
}
