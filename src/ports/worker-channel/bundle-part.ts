import {sideFile} from './side-file.js';

/**
 * Loads a part of an element for the script-tag bundles, which are one file each: a script in the folder of the others, which
 * takes from the bundle the modules that both need. The package's modules import theirs by its name. The build puts calls of
 * this function into the bundles (`demo/packages/bundles.mjs`).
 *
 * @param name in the folder of all scripts
 * @param beside where it is beside the bundle
 */
export const importPart = (name: string, beside: () => URL): Promise<unknown> =>
  import(sideFile(name, beside).url().href);
