import {isRefusal} from '@sealed-capture/seal/model/errors.js';
import {isRetryable, isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import {
  awaitsReview,
  endOfList,
  isSameStage,
  LEASE_MS,
  type Job,
} from '@sealed-capture/seal/model/job/job.js';
import {OneAtATime} from '../../async/one-at-a-time.js';
import type {Claims} from '../claims.js';
import {isBusy} from './ledger.js';
import type {QueueParts} from '../queue-parts.js';

/**
 * Milliseconds until the next scan while the storage has captures of other pages: twice as many after each, from the
 * first after a wake-up. A page that is being closed still counts as open for a moment.
 */
const LOOK_AGAIN_MS = {first: 2_000, longest: LEASE_MS};

/**
 * Milliseconds after its last change for which the record of a set is kept: 90 days, as long as the service keeps its own. A
 * capture that came later would be of a new set there all the same.
 */
const SET_KEPT_MS = 90 * 24 * 3_600_000;

/** Functions that a scan calls. */
interface Actions {
  /** Delivers a capture that was sealed before. */
  deliver(job: Job): Promise<void>;
  /** True if a client has credentials for the job's address and account. */
  serves(job: Job): boolean;
  onScanned(): void;
}

/** Scans the storage for captures of earlier visits, and for changes that other pages made to those of this one. */
export class StoreScan {
  readonly #parts: QueueParts;
  readonly #claims: Claims;
  readonly #actions: Actions;
  readonly #scanning = new OneAtATime(
    () => this.#scan().finally(() => this.#plan()),
    () => {
      this.#actions.onScanned();
      this.#onFirstScan();
    },
  );
  readonly #resuming: OneAtATime;
  #onFirstScan: () => void = () => undefined;
  /** Resolves once the captures of earlier visits are known, as far as the storage can be read. */
  readonly done = new Promise<void>((resolve) => (this.#onFirstScan = resolve));
  /** True after the first read of the storage, also if that failed. */
  isListed = false;
  /** Other visits have captures that may become free. */
  othersWait = false;
  /** When to scan again because of them: epoch milliseconds, or Infinity. */
  againAt = Infinity;
  #pause = LOOK_AGAIN_MS.first;

  constructor(parts: QueueParts, claims: Claims, actions: Actions) {
    this.#parts = parts;
    this.#claims = claims;
    this.#actions = actions;
    this.#resuming = new OneAtATime(
      async () => {
        const stored = parts.ledger.all.filter(({media}) => media.name !== 'nowhere');
        for (const {job} of stored) await this.#resume(job);
      },
      () => actions.onScanned(),
    );
  }

  /** Scans because something has happened. */
  run(): void {
    this.#pause = LOOK_AGAIN_MS.first;
    this.#scanning.run();
  }

  /** Scans because it is time to. */
  runAgain(): void {
    this.#pause = Math.min(LOOK_AGAIN_MS.longest, 2 * this.#pause);
    this.#scanning.run();
  }

  /** Restarts all captures that failed for a reason that may have passed. */
  resumeAll(): void {
    this.#resuming.run();
  }

  async #scan(): Promise<void> {
    const {ports, visits, ledger} = this.#parts;
    const before = ledger.all;
    for (const {job, media} of before) {
      if (media.name === 'memory' && !this.#isBusy(job)) await this.#claims.reread(job);
    }
    const jobs = await ports.store.list().finally(() => this.#listed());
    await visits.update(jobs);
    const stored = new Set(jobs.map(({captureId}) => captureId));
    const known = new Map(before.map(({job}) => [job.captureId, job]));
    for (const {job, media} of before) {
      const {captureId, state} = job;
      const isGone = media.name === 'stored' && !stored.has(captureId) && !('sealedAt' in state);
      if (isGone && !this.#isBusy(job)) ledger.delete(captureId);
    }
    const mine = jobs.filter((job) => visits.isOwnOrEnded(job, ports.clock.now()));
    for (const job of mine)
      if (!this.#isBusy(job)) await this.#takeOver(job, known.get(job.captureId));
    const mayRecover = (await this.#parts.extras.recoveries?.recoverAll()) ?? false;
    this.othersWait = mayRecover || mine.length < jobs.length;
  }

  #listed(): void {
    const {store, clock} = this.#parts.ports;
    if (this.isListed) return;
    this.isListed = true;
    const unchangedSince = new Date(clock.now() - SET_KEPT_MS).toISOString();
    // If the storage fails, the next visit tries again.
    void store.forgetSets({unchangedSince}).catch(() => undefined);
  }

  /** Plans the next scan, also if the storage could not be read. */
  #plan(): void {
    this.againAt = this.othersWait ? this.#parts.ports.clock.now() + this.#pause : Infinity;
  }

  /** A job that a service worker has sent meanwhile does not wait for its retry time. */
  #isBusy({captureId, state}: Job): boolean {
    const record = this.#parts.ledger.get(captureId);
    return !!record && isBusy(record) && !(state.name === 'delivering' && state.sent);
  }

  /** Adopts a stored capture of this visit, or of one that is over. `before` is what this page knew before the read. */
  async #takeOver(found: Job, before: Job | undefined): Promise<void> {
    const {ports, ledger} = this.#parts;
    const isNowhere = ledger.get(found.captureId)?.media.name === 'nowhere';
    // Waits for a write only here, because the state that was read may be outdated by then.
    const job = isNowhere ? await this.#adopt(found) : found;
    if (!job) return;
    const {captureId, state} = job;
    const known = ledger.get(captureId);
    if (state.name === 'delivered' && endOfList(state) <= ports.clock.now()) {
      await ports.store.remove(captureId).catch(ports.report);
      return;
    }
    // A question that this page has answered meanwhile.
    const isNewer = known && known.job !== before && awaitsReview(state);
    if (!known || (!isNewer && !isSameStage(known.job.state, state))) ledger.set(job);
    if (state.name === 'delivering') {
      // A new visit may have another network or storage. A wait that the server asked for still applies.
      const mayTry = state.dueAt === Infinity || isUnanswered(state.failure?.code);
      const deliverAgainAt = state.sent || (!known && mayTry) ? ports.clock.now() : state.dueAt;
      ledger.note(captureId, {deliverAgainAt});
    }
    // Not awaited: another page may hold the lock for long.
    if (state.name === 'sealed') void this.#actions.deliver(job).catch(ports.report);
    if (state.name !== 'failed') return;
    // A new visit may also have other credentials. If it has none for this address, its element may have another address.
    if (!known) await this.#resume(job, this.#actions.serves(job) && isRefusal(state.failure.code));
    // The capture failed while no page was open (in a service worker), or its page died before it could report the
    // failure.
    if (ledger.get(captureId)?.job.state.name === 'failed' && ports.wakeUps.isLoaded) {
      this.#parts.reports.failureOnce(job, state.failure);
    }
  }

  /** Resolves to undefined if the storage cannot be written: the next scan finds the capture again. */
  async #adopt(found: Job): Promise<Job | undefined> {
    const {ports, ledger} = this.#parts;
    try {
      return await ledger.adoptStored(found);
    } catch (thrown) {
      ports.report(thrown);
      return undefined;
    }
  }

  async #resume(job: Job, isOfCredentials = false): Promise<void> {
    const {state} = job;
    if (state.name !== 'failed') return;
    const {code} = state.failure;
    // A chosen file would be sent whole again to a service that has no role for it: a person does that.
    const isInVain = code === 'role_missing' && !!job.metadata.imported;
    if (isRetryable(code) || (isOfCredentials && !isInVain)) {
      await this.#claims.release(job, state).catch(() => undefined);
    }
  }
}
