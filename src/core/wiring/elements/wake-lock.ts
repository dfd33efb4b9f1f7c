import {holdWakeLock as hold} from '../../../ports/browser/wake-lock.js';

/**
 * Keeps the screen on until the signal is aborted. Not re-exported: a part of the script-tag bundles could not
 * resolve it.
 */
export function holdWakeLock(signal: AbortSignal): void {
  hold(signal);
}
