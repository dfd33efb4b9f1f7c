import type {CasePacker} from '../../../ports/inspection/case-packer.js';

/**
 * The page's shared packer, from the code that captures are kept with: that is loaded once there are any. Another file would
 * split what the elements load at once into smaller, larger compressed pieces.
 */
export const latePacker = async (): Promise<CasePacker> =>
  (await import('./capturing.js')).sharedCasePacker();
