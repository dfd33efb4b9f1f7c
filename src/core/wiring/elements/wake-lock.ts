import {holdWakeLock as hold} from '../../../ports/browser/wake-lock.js';

/** Keeps the screen on until the signal is aborted. Not handed on by an export: a part of the bundles could not find it. */
export function holdWakeLock(signal: AbortSignal): void {
  hold(signal);
}
