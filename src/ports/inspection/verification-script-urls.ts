// Separate from the media worker's, so that a page that only captures is built without the engine.
import {sideFile} from '../worker-channel/side-file.js';

const worker = sideFile(
  'verification-worker.js',
  () => new URL('../../worker/verification-worker.js', import.meta.url),
);

let installed: (() => URL) | undefined;
const engine = sideFile('c2pa.wasm', () => installed?.() ?? new URL('c2pa.wasm', worker.url()));

/**
 * Sets the engine's address as the bundler knows it; `setVerificationEngineUrl` and the scripts' folder have
 * priority.
 */
export function findEngineAt(address: () => URL): void {
  installed = address;
}

/**
 * Sets the address of the script of the worker that verifies in the browser. Call it before the first verdict.
 *
 * By default the script is beside the module that names it, where bundlers keep it; for the script-tag bundle it is
 * `scripts/verification-worker.js` beside the bundle. From another origin, such as a CDN, it is imported by a
 * module of the page's own origin, which a policy has to allow with `worker-src blob:` and that origin in
 * `script-src`. A Content Security Policy of the script needs `script-src 'wasm-unsafe-eval'`.
 */
export function setVerificationWorkerUrl(url: string | URL): void {
  worker.choose(url);
}

/**
 * Sets the address of the engine, `c2pa.wasm`. Only the original file is accepted. Call it before the first
 * verdict. By default it is beside the worker's script.
 */
export function setVerificationEngineUrl(url: string | URL): void {
  engine.choose(url);
}

/** Address of the worker's script. */
export const verificationWorkerUrl = (): URL => worker.url();

/** Address of the engine, for the worker to fetch. */
export const verificationEngineUrl = (): string => engine.url().href;
