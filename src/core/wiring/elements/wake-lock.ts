import {wakeLock as lock, type KeepAwake} from '../../../ports/browser/wake-lock.js';

/**
 * See the port. A function of its own, because the separate parts of the script-tag bundles cannot resolve a re-export.
 */
export const wakeLock = (): KeepAwake => lock();
