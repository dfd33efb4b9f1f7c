import {toSealedCaptureError} from '../../model/errors.js';
import {claimed, isClaimable, type Job, type JobState} from '../../model/job.js';
import type {QueueParts} from './queue-parts.js';

/** Captures brought forward that one claim names. */
const FEW = 8;

/** Takes captures to be sealed by this page, as far as the storage can write that down, and lets go of them. */
export class Claims {
  readonly #parts: QueueParts;
  /** Captures that are not to wait any longer for a service that gave no answer. */
  readonly #hastened = new Set<string>();
  /** What is stored of captures that are sealed unclaimed, as there is no room for the claim. */
  readonly #unclaimed = new Map<string, JobState>();

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** The capture is claimed though it is not due yet. */
  hasten(captureId: string): void {
    this.#hastened.add(captureId);
  }

  isHastened(captureId: string): boolean {
    return this.#hastened.has(captureId);
  }

  /** True once for a capture that was hastened. */
  takeHaste(captureId: string): boolean {
    return this.#hastened.delete(captureId);
  }

  /** The next capture to seal at the endpoint, marked as this visit's; none of those that are `running`. */
  async claim(endpoint: string, running: readonly string[]): Promise<Job | undefined> {
    const {ports, visits, known, signal} = this.#parts;
    while (!signal.aborted) {
      const {own: owner, ended} = visits;
      const now = ports.clock.now();
      const hastened = [...this.#hastened]
        .filter((captureId) => known.get(captureId)?.job.endpoint === endpoint)
        .slice(0, FEW);
      try {
        const job = await ports.store.claim({endpoint, owner, ended, running, hastened, now});
        if (job) this.#unclaimed.delete(job.captureId);
        if (job || !hastened.length) return job;
        // Others have taken them.
        for (const captureId of hastened) this.#hastened.delete(captureId);
      } catch (thrown) {
        // Broken storage holds nothing back for ever: captures made after it broke are in memory.
        const {code} = toSealedCaptureError(thrown, 'storage_unavailable');
        return code === 'storage_full' ? this.#ownUnclaimed(endpoint, running, now) : undefined;
      }
    }
    return undefined;
  }

  /** Writes what became of it; false where it is not as `expected` any more. */
  async replace(job: Job, expected: JobState): Promise<boolean> {
    const {captureId} = job;
    const stored = this.#unclaimed.get(captureId) ?? expected;
    // What stays stored where there is no room.
    this.#unclaimed.set(captureId, stored);
    const isReplaced = await this.#parts.ports.store.replace(job, stored);
    this.#unclaimed.delete(captureId);
    return isReplaced;
  }

  /** Where there is no room for a claim: nobody else seals what a visit made that is there. */
  #ownUnclaimed(endpoint: string, running: readonly string[], now: number): Job | undefined {
    const {known, visits} = this.#parts;
    const {job} =
      known.all.find(
        ({job}) =>
          job.visit === visits.own &&
          job.endpoint === endpoint &&
          job.state.name === 'waiting' &&
          !running.includes(job.captureId) &&
          (this.#hastened.has(job.captureId) || isClaimable(job, now)),
      ) ?? {};
    if (!job) return undefined;
    if (!this.#unclaimed.has(job.captureId)) this.#unclaimed.set(job.captureId, job.state);
    return claimed(job, visits.own, now);
  }
}
