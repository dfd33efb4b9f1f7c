import {sideFile} from './side-file.js';

/**
 * Loads a part of an element for the script-tag bundles: a script in the folder of the other scripts, which takes
 * the modules that both need from the bundle. The package's modules import their parts by name. The build inserts
 * calls of this function into the bundles (`demo/packages/bundles.mjs`).
 *
 * @param name in the scripts' folder
 * @param beside address beside the bundle
 */
export const importPart = (name: string, beside: () => URL): Promise<unknown> =>
  import(sideFile(name, beside)().href);
