import {toSealedCaptureError} from '../../model/errors.js';
import {
  claimed,
  failureOf,
  released,
  withoutManifest,
  type Failure,
  type Job,
  type JobState,
} from '../../model/job.js';
import {backOff, maySealNow, type Claimant} from '../../model/retry.js';
import {isServed, type Served} from './client-connection.js';
import type {Clients} from '../delivery/clients.js';
import {isBusy} from './ledger.js';
import type {QueueParts} from './queue-parts.js';

/** Captures brought forward that one claim names. */
const FEW = 8;

/** Takes captures to be sealed by this page, as far as the storage can write that down, and lets go of them. */
export class Claims {
  readonly #parts: QueueParts;
  readonly #clients: Clients;

  constructor(parts: QueueParts, clients: Clients) {
    this.#parts = parts;
    this.#clients = clients;
  }

  /** The next capture to seal there, marked as this visit's. */
  async claim(served: Served): Promise<Job | undefined> {
    const {endpoint, account} = served;
    const {ports, visits, ledger, signal} = this.#parts;
    while (!signal.aborted) {
      const hastened = ledger.all
        .filter(({job, isHastened}) => isHastened && isServed(job, served))
        .slice(0, FEW)
        .map(({job}) => job.captureId);
      const running = ledger.all.filter(isBusy).map(({job}) => job.captureId);
      const now = ports.clock.now();
      const claimant = {owner: visits.own, account, ended: visits.ended, running, hastened};
      try {
        const job = await ports.store.claim({...claimant, endpoint, now});
        ledger.obstacle = undefined;
        if (job) ledger.note(job.captureId, {storedState: undefined});
        if (job || !hastened.length) return job;
        // Other pages have taken them.
        for (const captureId of hastened) ledger.note(captureId, {isHastened: false});
      } catch (thrown) {
        // Broken storage holds nothing back for ever: captures made after it broke are in memory.
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

  /** A capture of this visit, where there is no room to write the claim: no other page seals it while this one is open. */
  #unstored(endpoint: string, claimant: Claimant, now: number): Job | undefined {
    const {ledger, visits} = this.#parts;
    const record = ledger.all.find(
      ({job}) =>
        job.visit === visits.own &&
        job.endpoint === endpoint &&
        job.state.name === 'waiting' &&
        maySealNow(job, now, claimant),
    );
    if (!record) return undefined;
    const {job, storedState = job.state} = record;
    ledger.note(job.captureId, {storedState});
    return claimed(job, visits.own, now);
  }

  /** Stores the job; resolves to false where the stored one is not as `expected` any more. */
  async replace(job: Job, expected: JobState): Promise<boolean> {
    const {ports, ledger} = this.#parts;
    const storedState = ledger.get(job.captureId)?.storedState ?? expected;
    // Stays so where there is no room.
    ledger.note(job.captureId, {storedState});
    const isReplaced = await ports.store.replace(job, storedState);
    ledger.note(job.captureId, {storedState: undefined});
    return isReplaced;
  }

  /** Makes a job due now, if it still is as `expected`. */
  async release(job: Job, expected: JobState): Promise<void> {
    const due = released(job, this.#parts.ports.clock.now());
    if (await this.replace(due, expected)) this.#parts.ledger.set(due);
    else await this.reread(due);
  }

  /**
   * Another page changed the job, or this page discarded it: takes over what is stored. What only a worker's memory
   * had, and is not there, went with the worker: it goes on as `mine`, from the page's own copy.
   */
  async reread(mine: Job): Promise<void> {
    const {ports, ledger} = this.#parts;
    const {captureId} = mine;
    const media = ledger.get(captureId)?.media;
    const copy = media?.name === 'memory' ? media.blob : undefined;
    const job = await ports.store.get(captureId).catch(() => (copy ? undefined : mine));
    // Discarded meanwhile.
    if (!ledger.get(captureId)) return;
    if (job) ledger.set(withoutManifest(job));
    else if (copy) await this.keep(mine, copy);
    else ledger.delete(captureId);
  }

  /** Stores what the page alone has: nothing else could keep it, or the worker died that had it in its memory. */
  async keep(job: Job, blob: Blob): Promise<void> {
    const {ports, ledger} = this.#parts;
    const keeping = await ports.store.add(job, blob);
    const wasNowhere = ledger.get(job.captureId)?.media.name === 'nowhere';
    ledger.setKept(job, {blob, keeping});
    // The page has heard before that it is in memory, or nowhere.
    if (keeping.name === 'nowhere' && !wasNowhere) this.#clients.reportKeeping(job, keeping);
  }
}
