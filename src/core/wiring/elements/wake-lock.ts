import {holdWakeLock as hold} from '../../../ports/browser/wake-lock.js';

/**
 * Keeps the screen on until the signal is aborted. A function of its own, because the separate parts of the
 * script-tag bundles cannot resolve a re-export.
 */
export function holdWakeLock(signal: AbortSignal): void {
  hold(signal);
}
