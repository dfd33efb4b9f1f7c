import {sideFile} from '../ports/worker-channel/side-file.js';
import {trustedScriptUrls} from '../ports/worker-channel/trusted-script-url.js';

const worker = sideFile('plate-worker.js', () => new URL('./plate-worker.js', import.meta.url));
const trusted = trustedScriptUrls('sealed-capture-plate-detector');

/** The worker's address for `new Worker`, also under Trusted Types. */
export const trustedWorkerAddress = (chosen: string | URL | undefined): string =>
  trusted(chosen ? new URL(chosen, document.baseURI) : worker());
