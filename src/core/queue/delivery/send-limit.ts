import {LONGEST_DELAY_MS} from '@sealed-capture/seal/model/job/retries.js';

/** Attempts without any delay, as when the network comes and goes. */
const AT_ONCE = 12;

/**
 * Limits the attempts to send one file to {@link AT_ONCE} and another one for each {@link LONGEST_DELAY_MS}: 24 in any
 * hour. Retries without a network back off by themselves, but start at once whenever the browser says that the network is back.
 */
export class SendLimit {
  readonly #left = new Map<string, {attempts: number; at: number}>();

  /** When the next attempt may begin, in epoch milliseconds: not after `now` if it may begin at once. */
  mayBeginAt(captureId: string, now: number): number {
    const missing = 1 - this.#leftOf(captureId, now);
    return missing > 0 ? now + Math.ceil(missing * LONGEST_DELAY_MS) : now;
  }

  /** Counts an attempt. To be called when it begins. */
  count(captureId: string, now: number): void {
    const attempts = Math.max(0, this.#leftOf(captureId, now) - 1);
    this.#left.set(captureId, {attempts, at: now});
  }

  forget(captureId: string): void {
    this.#left.delete(captureId);
  }

  #leftOf(captureId: string, now: number): number {
    const {attempts, at} = this.#left.get(captureId) ?? {attempts: AT_ONCE, at: now};
    // A clock that was set back does not take attempts away.
    return Math.min(AT_ONCE, attempts + Math.max(0, now - at) / LONGEST_DELAY_MS);
  }
}
