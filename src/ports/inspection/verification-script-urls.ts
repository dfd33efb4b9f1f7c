// Separate from the media worker's, so that a page that only captures is built without the engine.
import {sideFile} from '../worker-channel/side-file.js';

/**
 * Address of the script of the worker that verifies in the browser.
 *
 * By default the script is beside the module that names it, where bundlers keep it; for the script-tag bundle it is
 * `scripts/verification-worker.js` beside the bundle. From another origin, such as a CDN, it is imported by a
 * module of the page's own origin, which a policy has to allow with `worker-src blob:` and that origin in
 * `script-src`. A Content Security Policy of the script needs `script-src 'wasm-unsafe-eval'`.
 */
export const verificationWorkerUrl = sideFile(
  'verification-worker.js',
  () => new URL('../../worker/verification-worker.js', import.meta.url),
);

let installed: (() => URL) | undefined;
const engine = sideFile(
  'c2pa.wasm',
  () => installed?.() ?? new URL('c2pa.wasm', verificationWorkerUrl()),
);

/** Sets the engine's address as the bundler knows it; the scripts' folder has priority. */
export function findEngineAt(address: () => URL): void {
  installed = address;
}

/** Address of the engine, `c2pa.wasm`, for the worker to fetch: by default beside the worker's script. */
export const verificationEngineUrl = (): string => engine().href;
