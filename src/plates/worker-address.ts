import {trustedScriptUrls} from '../ports/worker-channel/trusted-script-url.js';

const trusted = trustedScriptUrls('sealed-capture-plate-detector');

/** The worker's address as `new Worker` takes it, also where the page demands Trusted Types. */
export const trustedWorkerAddress = (chosen: string | URL | undefined): string =>
  trusted(
    chosen ? new URL(chosen, document.baseURI) : new URL('./plate-worker.js', import.meta.url),
  );
