interface ScriptUrlPolicy {
  createScriptURL(address: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

let policy: ScriptUrlPolicy | undefined;
/** The only addresses that the policy passes. */
const passed = new Set<string>();

/** The worker's address as `new Worker` takes it, also where the page demands Trusted Types. */
export function trustedWorkerAddress(chosen: string | URL | undefined): string {
  const address = chosen
    ? new URL(chosen, document.baseURI).href
    : new URL('./plate-worker.js', import.meta.url).href;
  passed.add(address);
  const {trustedTypes} = globalThis as {trustedTypes?: TrustedTypes};
  if (!trustedTypes) return address;
  policy ??= trustedTypes.createPolicy('sealed-capture-plate-detector', {
    createScriptURL(asked) {
      if (!passed.has(asked)) throw new TypeError('Not the script of the plate detector.');
      return asked;
    },
  });
  return policy.createScriptURL(address);
}
