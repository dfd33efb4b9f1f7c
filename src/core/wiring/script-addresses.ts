import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import {mediaWorker} from '../../ports/worker-channel/script-url.js';
import {chooseScriptsBase, offerScriptsBase} from '../../ports/worker-channel/side-file.js';

export {isOwnFolder} from '../../ports/worker-channel/side-file.js';

/** What waited for a worker that could not be run tries again; a server has no workers. */
const tryWorkerAgain = (): void => {
  if ('document' in globalThis) MediaWorkerClient.shared().onDeath?.();
};

/**
 * Serves all that the package loads beside its own modules from one folder: scripts of workers, the recorder's worklet,
 * the engine, as `sealed-capture copy-scripts` puts them there. What has an address of its own (`setMediaWorkerUrl`, …)
 * keeps it. Call before the first capture; for elements that are in the HTML before any script runs,
 * `<meta name="sealed-capture-scripts" content="/scripts">` or `<protection-provider scripts-base="/scripts">` says the
 * same. Called later, it has captures sealed that waited for a worker that could not be run. On a server it only keeps
 * the address.
 */
export function setScriptsBase(url: string | URL): void {
  chooseScriptsBase(url);
  tryWorkerAgain();
}

/** The same by a `<protection-provider>`, of which the first counts, unless a script or the head names another. Gives the one in use. */
export function provideScriptsBase(url: string): string {
  const taken = offerScriptsBase(url);
  if (taken === url) tryWorkerAgain();
  return taken;
}

/**
 * Serves the media worker's script from another place, e.g. where a bundler moved it. Call before the first capture.
 * Called later, it has captures sealed that waited for a worker that could not be run.
 */
export function setMediaWorkerUrl(url: string | URL): void {
  mediaWorker.choose(url);
  tryWorkerAgain();
}
