import {isUnanswered} from '../../model/errors.js';
import {claimed, type Job} from '../../model/job.js';
import {maySealNow} from '../../model/retry.js';
import type {ProtectionOptions} from '../../model/protection-config.js';
import type {BackgroundSyncEvents} from '../../ports/browser/background-sync.js';
import type {Locks} from '../../ports/browser/locks.js';
import type {CaptureStore} from '../../ports/captures/capture-store.js';
import type {pause} from '../async/pause.js';
import {Accounts} from '../credentials/accounts.js';
import {lacksCredentials} from '../credentials/authorized.js';
import {targetOf, type ProtectionTarget} from '../credentials/endpoint.js';
import {attempt, type AttemptPorts} from './attempt.js';
import {oldestFirst} from './summaries.js';
import {Visits} from './visits.js';

/** What sealing without a page works with; a service worker has all of it. */
export interface BackgroundPorts extends AttemptPorts {
  store: Pick<CaptureStore, 'list' | 'get' | 'replace'>;
  locks: Locks;
  events: Pick<BackgroundSyncEvents, 'announce'>;
  pause: typeof pause;
  /** Whose captures are to be sealed; by default those of nobody. */
  account?: () => string | undefined | Promise<string | undefined>;
  /** Tells the developer of a bug. */
  report: (problem: unknown) => void;
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
  /** Open pages have had their time. */
  isImpatient: boolean;
}

/**
 * Seals what pages that are gone left behind, and leaves it sealed for the next visit to deliver. Captures of open
 * pages are theirs. Held ones wait for a person, and those of other endpoints for somebody with credentials.
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
   * Seals until nothing is left to do, or the time is up. Rejects where something remains, so that the browser asks
   * again; at its last chance that is left to the next visit.
   */
  async run(lastChance = false): Promise<void> {
    const remains = await this.#run();
    if (remains && !lastChance) throw new Error('Captures still wait to be sealed.');
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
      isImpatient: false,
    };
    // Pages leave what is being sealed here alone until this ends, in whichever way.
    run.visits.begin(over.signal);
    try {
      return await this.#sealAll(run);
    } finally {
      over.abort();
    }
  }

  async #sealAll(run: Run): Promise<boolean> {
    for (;;) {
      const waiting = await this.#waiting(run);
      if (waiting.length === 0 || run.closing.aborted) return waiting.length > 0;
      const due = waiting.filter((job) => this.#isDue(job, run));
      for (const {captureId} of due) {
        if (run.closing.aborted) return true;
        await this.#seal(captureId, run);
      }
      if (due.length > 0) continue;
      const wait = this.#waitFor(waiting, run);
      if (wait === undefined) return true;
      await this.#ports.pause(wait, run.closing);
    }
  }

  /** What is yet to be sealed at these endpoints, oldest first. */
  async #waiting(run: Run): Promise<Job[]> {
    const {visits, withoutCredentials, account} = run;
    const jobs = await this.#ports.store.list();
    await visits.update(jobs);
    return jobs
      .filter(({state: {name}}) => name === 'waiting' || name === 'sealing')
      .filter((job) => job.account === account && targetFor(job, run))
      .filter(({endpoint}) => !withoutCredentials.has(endpoint))
      .sort(oldestFirst);
  }

  #isDue(job: Job, run: Run): boolean {
    const {endpoint} = job;
    if (run.unreachable.has(endpoint) || run.withoutCredentials.has(endpoint)) return false;
    return this.#maySeal(job, run, this.#ports.clock.now());
  }

  /** The browser asks when the network is back: no capture waits any longer for an answer. */
  #maySeal(job: Job, {account, visits: {own: owner, ended}}: Run, now: number): boolean {
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
      const {endpoint, state} = job;
      const dueAt = state.name === 'waiting' ? state.dueAt : now;
      if (!this.#maySeal(job, run, dueAt)) return run.isImpatient ? [] : [PATIENCE_MS];
      return state.name !== 'waiting' || run.unreachable.has(endpoint) ? [] : [dueAt - now];
    });
    run.isImpatient = true;
    const soonest = Math.min(...waits);
    return soonest <= this.#limits.begin ? soonest : undefined;
  }

  async #seal(captureId: string, run: Run): Promise<void> {
    const {store, clock, events} = this.#ports;
    // A page may have opened, and taken it or changed it.
    const job = await store.get(captureId);
    if (!job || !this.#isDue(job, run)) return;
    // Somebody else may have signed in meanwhile.
    if ((await this.#accounts.of(await this.#ports.account?.())) !== run.account) {
      throw new Error('The account is another one now.');
    }
    const mine = claimed(job, run.visits.own, clock.now());
    if (!(await store.replace(mine, job.state))) return;
    await this.#attempt(mine, run);
    events.announce();
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

const targetFor = ({endpoint}: Job, {targets}: Run): ProtectionTarget | undefined =>
  targets.find((target) => target.endpoint === endpoint);
