/** Files that the package loads beside its own modules: scripts of workers, the recorder's worklet, the engine. */
import {isOfPage} from './of-page.js';

let base: string | undefined;

/** See `setScriptsBase`. */
export function chooseScriptsBase(url: string | URL): void {
  base = String(url);
}

let offered: string | undefined;

/** Of a `<protection-provider>`: the first one on the page counts. Gives the folder that is in use, which may be another. */
export function offerScriptsBase(url: string): string {
  offered ??= url;
  return folder() ?? url;
}

/** A folder of another origin is only for a script to name, not for what stands in the HTML. */
export const isOwnFolder = (url: string): boolean =>
  URL.canParse(url, document.baseURI) && isOfPage(new URL(url, document.baseURI));

const META = ':scope > meta[name="sealed-capture-scripts"]';

const PROVIDER = 'protection-provider[scripts-base]';

/** The page's author writes its head, and so comes first; others may write its body. A provider may not be upgraded yet. */
function folder(): string | undefined {
  if (base !== undefined || typeof document === 'undefined') return base ?? offered;
  const meta = document.head.querySelector<HTMLMetaElement>(META)?.content;
  if (meta && isOwnFolder(meta)) return meta;
  if (offered !== undefined) return offered;
  return [...document.querySelectorAll(PROVIDER)]
    .map((provider) => provider.getAttribute('scripts-base') ?? '')
    .find((named) => named && isOwnFolder(named));
}

export interface SideFile {
  /** Serves it from another place. Also on a server, which has no document to resolve the address against. */
  readonly choose: (url: string | URL) => void;
  /** Where it is: as chosen, else in the folder of all of them, else where the bundler put it. */
  readonly url: () => URL;
}

/**
 * @param name in the folder of all of them
 * @param beside `new URL(…, import.meta.url)`, which bundlers look for; some make it an address without an origin
 */
export function sideFile(name: string, beside: () => URL): SideFile {
  let chosen: string | undefined;
  const address = (): string => {
    if (chosen !== undefined) return chosen;
    const scripts = folder();
    return scripts === undefined ? beside().href : `${scripts.replace(/\/$/, '')}/${name}`;
  };
  return {
    choose: (url) => {
      chosen = String(url);
    },
    // Without a document, only whole addresses: tests and servers start no worker.
    url: () => new URL(address(), typeof document === 'undefined' ? undefined : document.baseURI),
  };
}
