import {SealedCaptureError} from '../../model/errors.js';
import {isUnanswered} from '../../model/errors/retryable.js';
import {claimed, type Job} from '../../model/job.js';
import {maySealNow, maySendNow, sendableAt} from '../../model/retry.js';
import type {FileDelivery, ProtectionOptions} from '../../model/protection-config.js';
import type {BackgroundSyncEvents} from '../../ports/browser/background-sync.js';
import type {Locks} from '../../ports/browser/locks.js';
import type {CaptureStore} from '../../ports/captures/capture-store.js';
import type {MediaSealer} from '../../ports/captures/media-sealer.js';
import type {pause} from '../async/pause.js';
import {unlessAborted} from '../async/unless-aborted.js';
import {Accounts} from '../credentials/accounts.js';
import {lacksCredentials} from '../credentials/authorized.js';
import {targetOf, type ProtectionTarget} from '../credentials/endpoint.js';
import {sendInBackground, type BackgroundSendingPorts} from '../delivery/background-sending.js';
import {attempt, type AttemptPorts} from './attempt.js';
import {oldestFirst} from './summaries.js';
import {deliveryLock, Visits} from './visits.js';

/** What sealing and sending without a page works with; a service worker has all of it. */
export interface BackgroundPorts extends AttemptPorts, BackgroundSendingPorts {
  store: Pick<CaptureStore, 'list' | 'get' | 'replace'>;
  sealer: Pick<MediaSealer, 'seal' | 'fill'>;
  /** Sends sealed files to the page's own storage. Absent: pages do. */
  delivery?: FileDelivery;
  locks: Locks;
  events: Pick<BackgroundSyncEvents, 'announce'>;
  pause: typeof pause;
  /** Whose captures are to be sealed; by default those of nobody. */
  account?: () => string | undefined | Promise<string | undefined>;
  /** Base of relative addresses. */
  address: string;
}

/** Milliseconds since the browser asked. Chromium ends the work after three minutes. */
interface Limits {
  /** Until nothing more is begun. */
  begin: number;
  /** Until what is underway is given up. */
  work: number;
}

const LIMITS: Limits = {begin: 110_000, work: 170_000};
/** How long a page that is open may take with its own captures, or with closing. */
const PATIENCE_MS = 5_000;

/** One stretch of work: what it found out, which the next does not know. */
interface Run {
  visits: Visits;
  targets: readonly ProtectionTarget[];
  /** Whose captures are sealed, as they carry it; undefined: those of nobody. */
  account?: string;
  /** Aborted when nothing more is to be begun. */
  closing: AbortSignal;
  signal: AbortSignal;
  /** Endpoints that cannot be reached now. */
  unreachable: Set<string>;
  /** Endpoints whose protection has nothing to give. */
  withoutCredentials: Set<string>;
  /** The page's own storage cannot be reached now. */
  isStorageUnreachable: boolean;
  /** Locks of all pages, when it last looked. */
  locked: ReadonlySet<string>;
  /** Open pages have had their time. */
  isImpatient: boolean;
}

/**
 * Seals what pages that are gone left behind, sends the files, and leaves it to the next visit to tell of them. Captures
 * of open pages are theirs. Held ones wait for a person, and those of other endpoints for somebody with credentials.
 */
export class BackgroundSealing {
  readonly #protections: readonly ProtectionOptions[];
  readonly #ports: BackgroundPorts;
  readonly #limits: Limits;
  readonly #accounts = new Accounts(() => undefined);

  /** Throws `configuration_invalid` for an address that is none. */
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
   * Seals and sends until nothing is left to do, or the time is up. Rejects where something remains, so that the browser asks
   * again; at its last chance that is left to the next visit.
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
      locked: new Set(),
      isImpatient: false,
    };
    // Pages leave what is being sealed here alone until this ends, in whichever way.
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

  /** What is yet to be sealed at these endpoints, or sent, oldest first. */
  async #waiting(run: Run): Promise<Job[]> {
    const {store, locks, delivery} = this.#ports;
    const {visits, withoutCredentials, account} = run;
    const jobs = await store.list();
    await visits.update(jobs);
    run.locked = (delivery && (await locks.held())) ?? new Set();
    return jobs
      .filter((job) => job.account === account && targetFor(job, run))
      .filter((job) => {
        if (isToBeSent(job)) return delivery;
        const {name} = job.state;
        const isUnsealed = name === 'waiting' || name === 'sealing';
        return isUnsealed && !withoutCredentials.has(job.endpoint);
      })
      .sort(oldestFirst);
  }

  #isDue(job: Job, run: Run): boolean {
    const {endpoint} = job;
    if (isUnreachable(job, run)) return false;
    if (!isToBeSent(job) && run.withoutCredentials.has(endpoint)) return false;
    return this.#mayBegin(job, run, this.#ports.clock.now());
  }

  /** The browser asks when the network is back: no capture waits any longer for an answer. */
  #mayBegin(job: Job, {account, locked, visits: {own: owner, ended}}: Run, now: number): boolean {
    if (isToBeSent(job)) {
      // A page of a later visit may be at work on it.
      return !locked.has(deliveryLock(job.captureId)) && maySendNow(job, now, ended);
    }
    return maySealNow(job, now, {
      owner,
      account,
      ended,
      hastened: 'all',
      sparesOpenVisits: true,
    });
  }

  /** Milliseconds until looking again may help; undefined where only another time will. */
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
    // A page may have opened, and taken it or changed it.
    const job = await store.get(captureId);
    if (!job || isToBeSent(job) || !this.#isDue(job, run)) return;
    await this.#requireAccount(run);
    const mine = claimed(job, run.visits.own, clock.now());
    if (!(await store.replace(mine, job.state))) return;
    await this.#attempt(mine, run);
    events.announce();
  }

  /** Alone among all pages, as a page may have opened. */
  async #send({captureId}: Job, run: Run): Promise<void> {
    const {store, locks, delivery, events} = this.#ports;
    const send = async (): Promise<void> => {
      const job = await store.get(captureId);
      // It may have waited for its turn for long.
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

  /** Somebody else may have signed in meanwhile. */
  async #requireAccount(run: Run): Promise<void> {
    if ((await this.#accounts.of(await this.#ports.account?.())) === run.account) return;
    throw new SealedCaptureError('aborted', 'The account is another one now.');
  }

  /** One attempt. Where the storage breaks meanwhile, nothing is known of it, and the next visit begins anew. */
  async #attempt(job: Job, run: Run): Promise<void> {
    const authorization = targetFor(job, run)?.authorization;
    const outcome = await attempt(
      job,
      authorization ? [{authorization}] : [],
      this.#ports,
      run.signal,
    );
    // One that could not be stored stays claimed until this visit ends: the next one has it sealed once more.
    if (outcome.name === 'sealed') return;
    const {code} = outcome.error;
    if (code === 'internal_error') this.#ports.report(outcome.error);
    if (isUnanswered(code)) run.unreachable.add(job.endpoint);
    if (lacksCredentials(code)) run.withoutCredentials.add(job.endpoint);
    await this.#ports.store.replace(outcome.job, job.state);
  }
}

const isToBeSent = (job: Job): boolean => sendableAt(job) < Infinity;

const isUnreachable = (job: Job, {isStorageUnreachable, unreachable}: Run): boolean =>
  isToBeSent(job) ? isStorageUnreachable : unreachable.has(job.endpoint);

const targetFor = ({endpoint}: Job, {targets}: Run): ProtectionTarget | undefined =>
  targets.find((target) => target.endpoint === endpoint);
