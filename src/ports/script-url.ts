/** Where the worker's script is, in a form that a page with Trusted Types lets through. */

interface ScriptUrlPolicy {
  createScriptURL(address: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

let chosen: URL | undefined;
let policy: ScriptUrlPolicy | undefined;
/** The only addresses that the policy passes. */
const passed = new Set<string>();

/** Serves the worker's script from another place, e.g. where a bundler moved it. Call before the first capture. */
export function setMediaWorkerUrl(url: string | URL): void {
  chosen = new URL(url, document.baseURI);
}

/** The worker's script as `new Worker` takes it; made when the first worker is started, never on import. */
export function mediaWorkerUrl(): string {
  chosen ??= new URL('./media-worker.js', import.meta.url);
  const address = ofThisOrigin(chosen);
  passed.add(address);
  const trustedTypes = (globalThis as {trustedTypes?: TrustedTypes}).trustedTypes;
  if (!trustedTypes) return address;
  policy ??= trustedTypes.createPolicy('sealed-capture', {createScriptURL: passOwn});
  return policy.createScriptURL(address);
}

function passOwn(address: string): string {
  if (!passed.has(address)) throw new TypeError('Not a script of sealed-capture.');
  return address;
}

let wrapper: string | undefined;

/** A worker of another origin (a CDN) is refused; a module of this origin that imports it is not. */
function ofThisOrigin(url: URL): string {
  if (url.origin === location.origin) return url.href;
  wrapper ??= URL.createObjectURL(
    new Blob([`import ${JSON.stringify(url.href)};`], {type: 'text/javascript'}),
  );
  return wrapper;
}
