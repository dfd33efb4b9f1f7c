import {LEASE_MS, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {Locks} from '../../ports/browser/locks.js';

/** Name of the lock that is held while a sealed file is handed over or sent. */
export const deliveryLock = (captureId: string): string => `sealed-capture:delivery:${captureId}`;

const lockOf = (visit: string): string => `sealed-capture:visit:${visit}`;

/** Tells captures of this page from those of pages that are closed, and of other pages that are still open. */
export class Visits {
  readonly own: string;
  readonly #locks: Locks;
  readonly #ended = new Set<string>();
  #signal?: AbortSignal;
  #isBlind = false;

  constructor(own: string, locks: Locks) {
    this.own = own;
    this.#locks = locks;
  }

  /** Shows other pages that this one is open, until the signal is aborted. */
  begin(signal: AbortSignal): void {
    if (this.#signal) return;
    this.#signal = signal;
    this.#locks.hold(lockOf(this.own), signal);
  }

  /** Visits that are known to be over. */
  get ended(): readonly string[] {
    return [...this.#ended];
  }

  /**
   * True for jobs of this visit or one that is over. Without Web Locks, a job that was sealed a lease ago counts as
   * of a visit that is over.
   */
  isOwnOrEnded({visit, state}: Job, now: number): boolean {
    return (
      visit === this.own ||
      this.#ended.has(visit) ||
      (this.#isBlind &&
        'sealedAt' in state &&
        // The absolute difference, because the clock may have been set back.
        Math.abs(now - Date.parse(state.sealedAt)) >= LEASE_MS)
    );
  }

  /** Finds out which visits of these jobs are over. The jobs must have been read before. */
  async update(jobs: readonly Job[]): Promise<void> {
    const held = await this.#locks.held();
    // Without Web Locks only leases decide.
    this.#isBlind = !held;
    if (!held) return;
    // Some browsers take away the locks of a page in the back/forward cache, and restore the page without them.
    if (this.#signal && !held.has(lockOf(this.own))) {
      this.#locks.hold(lockOf(this.own), this.#signal);
    }
    for (const visit of jobs.flatMap(visitsOf)) {
      if (held.has(lockOf(visit))) this.#ended.delete(visit);
      else if (visit !== this.own) this.#ended.add(visit);
    }
  }
}

const visitsOf = ({visit, state}: Job): string[] =>
  state.name === 'sealing' ? [visit, state.owner] : [visit];
