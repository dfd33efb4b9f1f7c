import {trustedScriptUrls} from './trusted-script-url.js';

/** Own workers' scripts as `new Worker` takes them. */
export const trustedWorkerUrl = trustedScriptUrls('sealed-capture');
let chosen: URL | undefined;

/** Serves the worker's script from another place. */
export function chooseMediaWorkerUrl(url: string | URL): void {
  chosen = new URL(url, document.baseURI);
}

/** Where the worker's script is. */
export const mediaWorkerUrl = (): URL =>
  (chosen ??= new URL('../media-worker.js', import.meta.url));

let chosenReader: URL | undefined;

/** Likewise for the worker that takes inspected files apart. Call before the first inspection. */
export function setSealReaderWorkerUrl(url: string | URL): void {
  chosenReader = new URL(url, document.baseURI);
}

export const sealReaderWorkerUrl = (): URL =>
  (chosenReader ??= new URL('../seal-reader-worker.js', import.meta.url));
