/** Files that the package loads beside its own modules: worker scripts, the recorder's worklet, the engine. */
import {isOfPage} from './of-page.js';

let base: string | undefined;

/** See `setScriptsBase`. Undefined removes the folder, for tests. */
export function chooseScriptsBase(url: string | URL | undefined): void {
  base = url && String(url);
}

let offered: string | undefined;

/**
 * Sets the folder on behalf of a `<protection-provider>`; the first one on the page counts. Returns the folder in
 * use, which may be another.
 */
export function offerScriptsBase(url: string): string {
  offered ??= url;
  return folder() ?? url;
}

/** True for a folder of the page's origin. Only a script may set a folder of another origin, not the HTML. */
export const isOwnFolder = (url: string): boolean =>
  URL.canParse(url, document.baseURI) && isOfPage(new URL(url, document.baseURI));

const META = ':scope > meta[name="sealed-capture-scripts"]';

const PROVIDER = 'protection-provider[scripts-base]';

/**
 * The folder in use. The page's author writes its head, which has priority; others may write its body. A provider
 * may not be upgraded yet.
 */
function folder(): string | undefined {
  if (base !== undefined || typeof document === 'undefined') return base ?? offered;
  const meta = document.head.querySelector<HTMLMetaElement>(META)?.content;
  if (meta && isOwnFolder(meta)) return meta;
  if (offered !== undefined) return offered;
  return [...document.querySelectorAll(PROVIDER)]
    .map((provider) => provider.getAttribute('scripts-base') ?? '')
    .find((named) => named && isOwnFolder(named));
}

/**
 * Returns the address of a file whenever it is asked for: in the common folder, or where the bundler put the file.
 *
 * @param name relative to the common folder
 * @param beside `new URL(…, import.meta.url)`, which bundlers look for; some turn it into an address without an
 *   origin
 */
export const sideFile = (name: string, beside: () => URL) => (): URL => {
  const scripts = folder();
  const address = scripts === undefined ? beside().href : `${scripts.replace(/\/$/, '')}/${name}`;
  // Without a document, only absolute addresses work: tests and servers start no worker.
  return new URL(address, typeof document === 'undefined' ? undefined : document.baseURI);
};
