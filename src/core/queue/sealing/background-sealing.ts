import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import {claimed, type Job} from '@sealed-capture/seal/model/job/job.js';
import {isClosing} from '@sealed-capture/seal/model/job/job-set.js';
import {isInTurn, isSameSet, isUnsealedCapture} from '@sealed-capture/seal/model/job/turns.js';
import {maySealNow, maySendNow, sendableAt} from '@sealed-capture/seal/model/job/retries.js';
import type {
  FileDelivery,
  ProtectionOptions,
} from '@sealed-capture/seal/model/protection-config.js';
import type {BackgroundSyncEvents} from '../../../ports/browser/background-sync.js';
import type {Locks} from '../../../ports/browser/locks.js';
import type {CaptureStore} from '../../../ports/captures/capture-store.js';
import type {MediaSealer} from '../../../ports/captures/media-sealer.js';
import type {pause} from '../../async/pause.js';
import {unlessAborted} from '../../async/unless-aborted.js';
import {Accounts} from '../../credentials/accounts.js';
import {lacksCredentials} from '../../credentials/authorized.js';
import {targetOf, type ProtectionTarget} from '../../credentials/endpoint.js';
import {sendInBackground, type BackgroundSendingPorts} from '../delivery/background-sending.js';
import {attempt, type AttemptPorts} from './attempt.js';
import {oldestFirst} from '../summaries.js';
import {deliveryLock, Visits} from '../visits.js';

/** What sealing and sending without a page needs; a service worker has all of it. */
export interface BackgroundPorts extends AttemptPorts, BackgroundSendingPorts {
  store: Pick<CaptureStore, 'list' | 'get' | 'replace'>;
  sealer: Pick<MediaSealer, 'seal' | 'fill'>;
  /** Sends sealed files to the page's own storage. Without it, pages send them. */
  delivery?: FileDelivery;
  locks: Locks;
  events: Pick<BackgroundSyncEvents, 'announce'>;
  pause: typeof pause;
  /** The account whose captures are sealed. Default: captures without an account. */
  account?: () => string | undefined | Promise<string | undefined>;
  /** Base of relative addresses. */
  address: string;
}

/** Milliseconds since the browser's sync event. Chromium ends the work after three minutes. */
interface Limits {
  /** Until this time, new work is started. */
  begin: number;
  /** At this time, running work is aborted. */
  work: number;
}

const LIMITS: Limits = {begin: 110_000, work: 170_000};
/** Milliseconds that an open page may take to seal its own captures, or to close. */
const PATIENCE_MS = 5_000;

/** One run of the background work, with what it has found out. The next run starts afresh. */
interface Run {
  visits: Visits;
  targets: readonly ProtectionTarget[];
  /** Account whose captures are sealed, as captures store it; undefined for captures without an account. */
  account?: string;
  /** Aborted when no new work is to be started. */
  closing: AbortSignal;
  signal: AbortSignal;
  /** Endpoints that could not be reached in this run. */
  unreachable: Set<string>;
  /** Endpoints for which the protection has no credentials. */
  withoutCredentials: Set<string>;
  /** The page's own storage could not be reached in this run. */
  isStorageUnreachable: boolean;
  /** All stored jobs, when they were last read. */
  jobs: readonly Job[];
  /** Names of the locks of all pages, when they were last queried. */
  locked: ReadonlySet<string>;
  /** True once this run has waited `PATIENCE_MS` for open pages to seal their captures: it does not wait again. */
  isImpatient: boolean;
}

/**
 * Seals the captures that closed pages have left, and sends the files; the next visit reports them. It leaves alone
 * the captures of open pages, held captures, which wait for a person, and captures of endpoints that it has no
 * credentials for.
 */
export class BackgroundSealing {
  readonly #protections: readonly ProtectionOptions[];
  readonly #ports: BackgroundPorts;
  readonly #limits: Limits;
  readonly #accounts = new Accounts(() => undefined);

  /** Throws `configuration_invalid` for an invalid address. */
  constructor(
    protections: readonly ProtectionOptions[],
    ports: BackgroundPorts,
    limits: Limits = LIMITS,
  ) {
    this.#ports = ports;
    this.#limits = limits;
    this.#protections = protections;
    this.#targetsFor();
  }

  #targetsFor(account?: string): ProtectionTarget[] {
    const {address} = this.#ports;
    return this.#protections.map((protection) => targetOf({protection, account}, address));
  }

  /**
   * Seals and sends until nothing is left or the time is up. Rejects if something remains, so that the browser
   * calls again; at the last chance (`lastChance`) it resolves and leaves the rest to the next visit.
   */
  async run(lastChance = false): Promise<void> {
    const remains = await this.#run();
    if (remains && !lastChance) throw new Error('Captures still wait to be sealed, or sent.');
  }

  async #run(): Promise<boolean> {
    const {random, locks} = this.#ports;
    const account = await this.#ports.account?.();
    const over = new AbortController();
    const run: Run = {
      visits: new Visits(random.uuid(), locks),
      targets: this.#targetsFor(account),
      account: await this.#accounts.of(account),
      closing: AbortSignal.timeout(this.#limits.begin),
      signal: AbortSignal.any([over.signal, AbortSignal.timeout(this.#limits.work)]),
      unreachable: new Set(),
      withoutCredentials: new Set(),
      isStorageUnreachable: false,
      jobs: [],
      locked: new Set(),
      isImpatient: false,
    };
    // Until this run ends, pages do not touch the captures that it seals.
    run.visits.begin(over.signal);
    try {
      return await this.#doAll(run);
    } finally {
      over.abort();
    }
  }

  async #doAll(run: Run): Promise<boolean> {
    for (;;) {
      const waiting = await this.#waiting(run);
      if (waiting.length === 0 || run.closing.aborted) return waiting.length > 0;
      const due = waiting.filter((job) => this.#isDue(job, run));
      for (const job of due) {
        if (run.closing.aborted) return true;
        await (isToBeSent(job) ? this.#send(job, run) : this.#seal(job, run));
      }
      if (due.length > 0) continue;
      const wait = this.#waitFor(waiting, run);
      if (wait === undefined) return true;
      await this.#ports.pause(wait, run.closing);
    }
  }

  /** Captures of these endpoints that are to be sealed or sent, oldest first. */
  async #waiting(run: Run): Promise<Job[]> {
    const {store, locks, delivery} = this.#ports;
    const {visits, withoutCredentials, account} = run;
    const jobs = await store.list();
    await visits.update(jobs);
    run.jobs = jobs;
    run.locked = (delivery && (await locks.held())) ?? new Set();
    return jobs
      .filter((job) => job.account === account && targetFor(job, run))
      .filter((job) => {
        if (isToBeSent(job)) return delivery;
        const {name} = job.state;
        const isUnsealed = name === 'waiting' || name === 'sealing';
        return isUnsealed && !withoutCredentials.has(job.endpoint) && !awaitsPerson(job, jobs);
      })
      .sort(oldestFirst);
  }

  #isDue(job: Job, run: Run): boolean {
    const {endpoint} = job;
    if (isUnreachable(job, run)) return false;
    if (!isToBeSent(job) && run.withoutCredentials.has(endpoint)) return false;
    return this.#mayBegin(job, run, this.#ports.clock.now());
  }

  /** Chromium calls when the network is back, so captures that wait for an unanswered request are due. */
  #mayBegin(job: Job, run: Run, now: number): boolean {
    const {
      account,
      locked,
      jobs,
      visits: {own: owner, ended},
    } = run;
    if (isToBeSent(job)) {
      // A page of a later visit may be sending it.
      return !locked.has(deliveryLock(job.captureId)) && maySendNow(job, now, ended);
    }
    const claimant = {owner, account, ended, hastened: 'all', sparesOpenVisits: true} as const;
    return maySealNow(job, now, claimant) && isInTurn(job, jobs, now, claimant);
  }

  /** Milliseconds until another scan may help; undefined if only a later run can. */
  #waitFor(waiting: readonly Job[], run: Run): number | undefined {
    const now = this.#ports.clock.now();
    const waits = waiting.flatMap((job) => {
      const {state} = job;
      const {dueAt = now} = 'dueAt' in state ? state : {};
      if (!this.#mayBegin(job, run, dueAt)) return run.isImpatient ? [] : [PATIENCE_MS];
      return state.name === 'sealing' || isUnreachable(job, run) ? [] : [dueAt - now];
    });
    run.isImpatient = true;
    const soonest = Math.min(...waits);
    return soonest <= this.#limits.begin ? soonest : undefined;
  }

  async #seal({captureId}: Job, run: Run): Promise<void> {
    const {store, clock, events} = this.#ports;
    // A page may have opened, and claimed or changed the capture.
    const job = await store.get(captureId);
    if (!job || isToBeSent(job) || !this.#isDue(job, run)) return;
    await this.#requireAccount(run);
    const mine = claimed(job, run.visits.own, clock.now());
    if (!(await store.replace(mine, job.state))) return;
    await this.#attempt(mine, run);
    events.announce();
  }

  /** Sends a file while it holds the capture's lock, because a page may have opened. */
  async #send({captureId}: Job, run: Run): Promise<void> {
    const {store, locks, delivery, events} = this.#ports;
    const send = async (): Promise<void> => {
      const job = await store.get(captureId);
      // The lock may have taken long.
      if (!delivery || !job || !isToBeSent(job) || !this.#isDue(job, run)) return;
      if (run.signal.aborted) return;
      const code = await sendInBackground(job, delivery, this.#ports, run.signal, () =>
        this.#requireAccount(run),
      );
      run.isStorageUnreachable ||= isUnanswered(code);
      events.announce();
    };
    await unlessAborted(run.signal, () => locks.alone(deliveryLock(captureId), send));
  }

  /** Rejects if another account has signed in meanwhile. */
  async #requireAccount(run: Run): Promise<void> {
    if ((await this.#accounts.of(await this.#ports.account?.())) === run.account) return;
    throw new SealedCaptureError('aborted', 'The account is another one now.');
  }

  /** Makes one attempt to seal. If the storage fails meanwhile, the next visit starts the attempt afresh. */
  async #attempt(job: Job, run: Run): Promise<void> {
    const authorization = targetFor(job, run)?.authorization;
    const outcome = await attempt(
      job,
      authorization ? [{authorization}] : [],
      this.#ports,
      run.signal,
    );
    // A seal that could not be stored leaves the job claimed until this visit ends; the next visit requests the
    // seal again.
    if (outcome.name === 'sealed') return;
    const {code} = outcome.error;
    if (code === 'internal_error') this.#ports.report(outcome.error);
    if (isUnanswered(code)) run.unreachable.add(job.endpoint);
    if (lacksCredentials(code)) run.withoutCredentials.add(job.endpoint);
    await this.#ports.store.replace(outcome.job, job.state);
  }
}

/** True for a closing record of a set with a capture that only a person or the page can have sealed. */
const awaitsPerson = (job: Job, jobs: readonly Job[]): boolean =>
  isClosing(job) &&
  jobs.some(
    (other) =>
      isSameSet(job, other) && isUnsealedCapture(other) && /^(held|failed)$/.test(other.state.name),
  );

const isToBeSent = (job: Job): boolean => sendableAt(job) < Infinity;

const isUnreachable = (job: Job, {isStorageUnreachable, unreachable}: Run): boolean =>
  isToBeSent(job) ? isStorageUnreachable : unreachable.has(job.endpoint);

const targetFor = ({endpoint}: Job, {targets}: Run): ProtectionTarget | undefined =>
  targets.find((target) => target.endpoint === endpoint);
