/** With Trusted Types, a page lets a worker start only from an address that a named policy has approved. */
import {isOfPage} from './of-page.js';

interface ScriptUrlPolicy {
  createScriptURL(address: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

/**
 * Converts addresses of the package's own scripts for `new Worker`, with the policy `name`, which approves no
 * others. The policy is created on first use, never on import.
 */
export function trustedScriptUrls(name: string): (url: URL) => string {
  const passed = new Map<string, string>();
  let policy: ScriptUrlPolicy | undefined;
  const passOwn = (address: string): string => {
    if (![...passed.values()].includes(address)) throw new TypeError(`Not a script of ${name}.`);
    return address;
  };
  return (url) => {
    const address = passed.get(url.href) ?? ofThisOrigin(url);
    passed.set(url.href, address);
    const {trustedTypes} = globalThis as {trustedTypes?: TrustedTypes};
    if (!trustedTypes) return address;
    policy ??= trustedTypes.createPolicy(name, {createScriptURL: passOwn});
    return policy.createScriptURL(address);
  };
}

/** Browsers refuse a worker of another origin (a CDN), but not a module of this origin that imports it. */
function ofThisOrigin(url: URL): string {
  if (isOfPage(url)) return url.href;
  const wrapper = `import ${JSON.stringify(url.href)};`;
  return URL.createObjectURL(new Blob([wrapper], {type: 'text/javascript'}));
}
