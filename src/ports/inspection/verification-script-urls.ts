// Apart from the media worker's, so that a page that only captures is built without the engine.
import {sideFile} from '../worker-channel/side-file.js';

const worker = sideFile(
  'verification-worker.js',
  () => new URL('../verification-worker.js', import.meta.url),
);

let installed: (() => URL) | undefined;
const engine = sideFile('c2pa.wasm', () => installed?.() ?? new URL('c2pa.wasm', worker.url()));

/** The engine's address where a bundler has put it; `setVerificationEngineUrl` and the scripts' folder go before it. */
export function findEngineAt(address: () => URL): void {
  installed = address;
}

/**
 * Serves the script of the worker that verifies in the browser from another place. Call before the first verdict.
 *
 * By default it is beside the module that names it, where bundlers keep it; for the script-tag bundle it is
 * `ports/verification-worker.js` beside the bundle. From another origin, such as a CDN, it is imported by a module of
 * the page's own origin, which a policy has to allow by `worker-src blob:` and `script-src` with that origin.
 * Wherever it is, a Content-Security-Policy that governs it needs `script-src 'wasm-unsafe-eval'`.
 */
export function setVerificationWorkerUrl(url: string | URL): void {
  worker.choose(url);
}

/**
 * Serves the engine, `c2pa.wasm`, from another place: the same file, as any other is refused. Call before the first
 * verdict. By default it is beside the worker's script.
 */
export function setVerificationEngineUrl(url: string | URL): void {
  engine.choose(url);
}

/** Where the worker's script is. */
export const verificationWorkerUrl = (): URL => worker.url();

/** Where the engine is, for the worker to fetch. */
export const verificationEngineUrl = (): string => engine.url().href;
