import {sideFile} from './side-file.js';
import {trustedScriptUrls} from './trusted-script-url.js';

/** Converts addresses of the package's workers for `new Worker`. */
export const trustedWorkerUrl = trustedScriptUrls('sealed-capture');

/** Address of the script of the worker that stores and seals captures. */
export const mediaWorkerUrl = sideFile(
  'media-worker.js',
  () => new URL('../../worker/media-worker.js', import.meta.url),
);

/** Address of the script of the worker that parses inspected files. */
export const sealReaderWorkerUrl = sideFile(
  'seal-reader-worker.js',
  () => new URL('../../worker/seal-reader-worker.js', import.meta.url),
);
