import {sideFile} from '../worker-channel/side-file.js';

const results = sideFile(
  'inspection-results.js',
  () => new URL('./scripts/inspection-results.js', import.meta.url),
);

/**
 * What shows an inspection's result, for the script-tag bundles, which are one file each: a script in the folder of the
 * others, which takes from the bundle the modules that both need. The package's modules import theirs by its name.
 */
export const importResults = (): Promise<unknown> => import(results.url().href);
