import {sideFile} from './side-file.js';
import {trustedScriptUrls} from './trusted-script-url.js';

/** Own workers' scripts as `new Worker` takes them. */
export const trustedWorkerUrl = trustedScriptUrls('sealed-capture');

export const mediaWorker = sideFile(
  'media-worker.js',
  () => new URL('../media-worker.js', import.meta.url),
);

const sealReaderWorker = sideFile(
  'seal-reader-worker.js',
  () => new URL('../seal-reader-worker.js', import.meta.url),
);

/** Serves the script of the worker that takes inspected files apart from another place. Call before the first inspection. */
export const setSealReaderWorkerUrl = (url: string | URL): void => sealReaderWorker.choose(url);

export const sealReaderWorkerUrl = (): URL => sealReaderWorker.url();
