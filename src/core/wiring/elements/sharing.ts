import type {CasePacker} from '../../../ports/inspection/case-packer.js';

export type {CasePacker} from '../../../ports/inspection/case-packer.js';
export {canShareFiles, shareFiles, type ShareOutcome} from '../../../ports/browser/share-file.js';

/**
 * The page's shared packer. It is in the code that stores captures, which is loaded before there are any: in a file of its own, it
 * would make what the elements load at once larger, because bundlers would split that.
 */
export const latePacker = async (): Promise<CasePacker> =>
  (await import('./capturing.js')).sharedCasePacker();
