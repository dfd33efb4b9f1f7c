// Apart from the media worker's, so that a page that only captures is built without the engine.
let chosenWorker: URL | undefined;
let chosenEngine: URL | undefined;

/**
 * Serves the script of the worker that verifies in the browser from another place. Call before the first verdict.
 *
 * By default it is beside the module that names it, where bundlers keep it; for the script-tag bundle it is
 * `ports/verification-worker.js` beside the bundle. From another origin, such as a CDN, it is imported by a module of
 * the page's own origin, which a policy has to allow by `worker-src blob:` and `script-src` with that origin.
 * Wherever it is, a Content-Security-Policy that governs it needs `script-src 'wasm-unsafe-eval'`.
 */
export function setVerificationWorkerUrl(url: string | URL): void {
  chosenWorker = new URL(url, document.baseURI);
}

/**
 * Serves the engine, `c2pa.wasm`, from another place: the same file, as any other is refused. Call before the first
 * verdict. By default it is beside the worker's script.
 */
export function setVerificationEngineUrl(url: string | URL): void {
  chosenEngine = new URL(url, document.baseURI);
}

/** Where the worker's script is. */
export const verificationWorkerUrl = (): URL =>
  (chosenWorker ??= new URL('../verification-worker.js', import.meta.url));

/** Where the engine is, for the worker to fetch. */
export const verificationEngineUrl = (): string =>
  (chosenEngine ??= new URL('../c2pa.wasm', import.meta.url)).href;
