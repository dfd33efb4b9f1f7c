import {toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {
  claimed,
  failureOf,
  released,
  withoutManifest,
  type Failure,
  type Job,
  type JobState,
} from '@sealed-capture/seal/model/job/job.js';
import {isInTurn} from '@sealed-capture/seal/model/job/turns.js';
import {backOff, maySealNow, type Claimant} from '@sealed-capture/seal/model/job/retries.js';
import {isServed, type Served} from './connection/connection.js';
import {isBusy} from './store/ledger.js';
import type {QueueParts} from './queue-parts.js';

/** Most captures that a single claim names for an early retry. */
const FEW = 8;

/** Claims captures for this page, as far as the storage can record that, and releases them. */
export class Claims {
  readonly #parts: QueueParts;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** Claims the next capture of that endpoint and account for this visit. */
  async claim(served: Served): Promise<Job | undefined> {
    const {endpoint, account} = served;
    const {ports, visits, ledger, signal} = this.#parts;
    while (!signal.aborted) {
      const hastened = ledger.all
        .filter(({job, isHastened}) => isHastened && isServed(job, served))
        .slice(0, FEW)
        .map(({job}) => job.captureId);
      const running = ledger.all.filter(isBusy).map(({job}) => job.captureId);
      // Also while the end of an attempt is being stored, after which its capture waits again, and keeps its turn.
      const sets = ledger.running.flatMap(({job, activity}) =>
        activity.name === 'asking' && job.set?.id ? [job.set.id] : [],
      );
      const now = ports.clock.now();
      const claimant = {owner: visits.own, account, ended: visits.ended, running, sets, hastened};
      try {
        const job = await ports.store.claim({...claimant, endpoint, now});
        ledger.obstacle = undefined;
        if (job) ledger.note(job.captureId, {storedState: undefined});
        if (job || !hastened.length) return job;
        // Other pages have claimed them.
        for (const captureId of hastened) ledger.note(captureId, {isHastened: false});
      } catch (thrown) {
        // A failing storage does not block captures that were made after it failed: those are in memory.
        const error = toSealedCaptureError(thrown, 'storage_unavailable');
        const {code} = error;
        if (code === 'worker_unavailable') this.#noteObstacle(failureOf(error), now);
        return code === 'storage_full' ? this.#unstored(endpoint, claimant, now) : undefined;
      }
    }
    return undefined;
  }

  #noteObstacle(failure: Failure, now: number): void {
    const {ledger, ports} = this.#parts;
    const {tries = 0} = ledger.obstacle ?? {};
    const dueAt = now + backOff(tries, ports.random.number());
    ledger.obstacle = {failure, dueAt, tries: tries + 1};
  }

  /**
   * Claims a capture of this visit when there is no room to write the claim. No other page seals it while this one
   * is open.
   */
  #unstored(endpoint: string, claimant: Claimant, now: number): Job | undefined {
    const {ledger, visits} = this.#parts;
    const all = ledger.all.map(({job}) => job);
    const record = ledger.all.find(
      ({job}) =>
        job.visit === visits.own &&
        job.endpoint === endpoint &&
        job.state.name === 'waiting' &&
        maySealNow(job, now, claimant) &&
        isInTurn(job, all, now, claimant),
    );
    if (!record) return undefined;
    const {job, storedState = job.state} = record;
    ledger.note(job.captureId, {storedState});
    return claimed(job, visits.own, now);
  }

  /** Stores the job. Resolves to false if the stored state is not `expected` any more. */
  async replace(job: Job, expected: JobState): Promise<boolean> {
    const {ports, ledger} = this.#parts;
    const storedState = ledger.get(job.captureId)?.storedState ?? expected;
    // Kept in memory only if there is no room to write it.
    ledger.note(job.captureId, {storedState});
    const isReplaced = await ports.store.replace(job, storedState);
    ledger.note(job.captureId, {storedState: undefined});
    return isReplaced;
  }

  /** Makes a job due now, if its state is still `expected`. */
  async release(job: Job, expected: JobState): Promise<void> {
    const due = released(job, this.#parts.ports.clock.now());
    if (await this.replace(due, expected)) this.#parts.ledger.set(due);
    else await this.reread(due);
  }

  /**
   * Re-reads a job that another page changed or this page discarded. If it was only in the memory of a worker that
   * has ended, it continues as `mine`, from the page's own copy.
   */
  async reread(mine: Job): Promise<void> {
    const {ports, ledger} = this.#parts;
    const {captureId} = mine;
    const media = ledger.get(captureId)?.media;
    const copy = media?.name === 'memory' ? media.blob : undefined;
    const job = await ports.store.get(captureId).catch(() => (copy ? undefined : mine));
    // The capture was discarded meanwhile.
    if (!ledger.get(captureId)) return;
    if (job) ledger.set(withoutManifest(job));
    else if (copy) await this.keep(mine, copy);
    else ledger.delete(captureId);
  }

  /**
   * Stores a capture that only this page holds: it could not be stored before, or the worker that held it in memory
   * has died.
   */
  async keep(job: Job, blob: Blob): Promise<void> {
    const {ports, ledger} = this.#parts;
    const keeping = await ports.store.add(job, blob);
    const {media, awaitingUse} = ledger.get(job.captureId) ?? {};
    ledger.setKept(job, {blob, keeping});
    // The page gets `capture`, and learns where the capture is stored, once a person has accepted it.
    if (awaitingUse) ledger.note(job.captureId, {awaitingUse: {blob, keeping}});
    // The page knows already that the capture is in memory only, or nowhere.
    else if (keeping.name === 'nowhere' && media?.name !== 'nowhere') {
      this.#parts.reports.keeping(job, keeping);
    }
  }
}
