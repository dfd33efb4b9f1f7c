import type {Environment} from '../environment.js';
import type {Owner} from '../http/body/body-budget.js';

/** Milliseconds after which half of the time that a key has used no longer counts. */
const HALF_LIFE_MS = 10_000;
/** Average milliseconds per job above which a key may not use all threads. */
const COSTLY_MS = 1_000;
/** Weight of the last job in that average. */
const WEIGHT = 0.3;

/** A job that waits for a thread. */
export interface Waiting {
  owner: Owner;
  /** It signs with a key that is not in this process, so its thread may have to wait. */
  signsElsewhere?: boolean;
  start: () => void;
  /** Called when a job of a key with fewer jobs takes its place. */
  giveWay: () => void;
}

interface Account {
  owner: Owner;
  waiting: Waiting[];
  running: number;
  /** Engine time that still counts, in milliseconds. */
  spent: number;
  spentAt: number;
  /** Average of its last jobs, in milliseconds. */
  average: number;
}

/**
 * Shares threads among API keys. Of the waiting jobs, one of the live environment starts first; among its keys, one
 * of the key that has used the least engine time lately. With several threads, a key with costly files leaves one
 * thread to the others, and so do all jobs together that sign with a remote key. If the queue is full, a job of the
 * key with the most waiting jobs is dropped.
 */
export class FairQueue {
  readonly #threads: number;
  readonly #length: number;
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();
  #running = 0;
  #waiting = 0;
  /** Running jobs that sign with a remote key. */
  #signing = 0;

  /** @param length number of jobs that may wait */
  constructor(threads: number, length: number, now = () => performance.now()) {
    this.#threads = threads;
    this.#length = length;
    this.#now = now;
  }

  /** Number of waiting jobs. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Number of running jobs. */
  get running(): number {
    return this.#running;
  }

  /**
   * Adds a job, and starts it at once if a thread is free for it.
   * @returns whether there was room for it
   */
  add(job: Waiting): boolean {
    const account = this.#accountOf(job.owner);
    account.waiting.push(job);
    this.#waiting++;
    this.#startNext();
    if (this.#waiting <= this.#length || !account.waiting.includes(job)) return true;
    const longest = this.#longest();
    const last = longest.waiting.at(-1)!;
    this.remove(last);
    if (last === job) return false;
    last.giveWay();
    return true;
  }

  /** Removes a waiting job. */
  remove(job: Waiting): void {
    const account = this.#accountOf(job.owner);
    const index = account.waiting.indexOf(job);
    if (index < 0) return;
    account.waiting.splice(index, 1);
    this.#waiting--;
    this.#forget(account);
  }

  /** To be called when a job has ended, after this many milliseconds. */
  end({owner, signsElsewhere}: Pick<Waiting, 'owner' | 'signsElsewhere'>, took: number): void {
    const account = this.#accountOf(owner);
    account.running--;
    this.#running--;
    if (signsElsewhere) this.#signing--;
    account.spent = this.#spentBy(account) + took;
    account.spentAt = this.#now();
    account.average += (took - account.average) * WEIGHT;
    this.#startNext();
    this.#forget(account);
  }

  #startNext(): void {
    while (this.#running < this.#threads) {
      const next = this.#next();
      if (!next) return;
      const {account, job} = next;
      account.waiting.splice(account.waiting.indexOf(job), 1);
      this.#waiting--;
      this.#running++;
      if (job.signsElsewhere) this.#signing++;
      account.running++;
      job.start();
    }
  }

  #next(): {account: Account; job: Waiting} | undefined {
    let best: {account: Account; job: Waiting} | undefined;
    for (const account of this.#accounts.values()) {
      const job = this.#firstOf(account);
      if (!job || this.#holdsItsPart(account)) continue;
      if (!best || this.#isBefore(account, best.account)) best = {account, job};
    }
    return best;
  }

  /** The first of an account's jobs that may start now: jobs that sign remotely leave one thread to the others. */
  #firstOf({waiting}: Account): Waiting | undefined {
    const haveTheirPart = this.#signing > 0 && this.#signing >= this.#threads - 1;
    return haveTheirPart ? waiting.find((job) => !job.signsElsewhere) : waiting[0];
  }

  /** True for a key with costly files that would use the last thread. */
  #holdsItsPart({running, average}: Account): boolean {
    return average > COSTLY_MS && running > 0 && running >= this.#threads - 1;
  }

  #isBefore(one: Account, other: Account): boolean {
    const rank = orderOf(one.owner.environment) - orderOf(other.owner.environment);
    if (rank !== 0) return rank < 0;
    // Running jobs were not charged yet, so a key with fewer running jobs goes first.
    if (one.running !== other.running) return one.running < other.running;
    return this.#spentBy(one) < this.#spentBy(other);
  }

  /** The key with the most waiting jobs, in the sandbox if it has any. */
  #longest(): Account {
    const waiting = [...this.#accounts.values()].filter((one) => one.waiting.length > 0);
    const last = Math.max(...waiting.map(({owner}) => orderOf(owner.environment)));
    return waiting
      .filter(({owner}) => orderOf(owner.environment) === last)
      .reduce((most, one) => (one.waiting.length > most.waiting.length ? one : most));
  }

  #spentBy({spent, spentAt}: Account): number {
    return spent * 2 ** ((spentAt - this.#now()) / HALF_LIFE_MS);
  }

  #accountOf(owner: Owner): Account {
    const name = `${owner.environment} ${owner.key}`;
    let account = this.#accounts.get(name);
    if (!account) {
      account = {owner, waiting: [], running: 0, spent: 0, spentAt: this.#now(), average: 0};
      this.#accounts.set(name, account);
    }
    return account;
  }

  /** Removes the account of a key without jobs whose used time no longer counts. */
  #forget({owner}: Account): void {
    for (const [name, account] of this.#accounts) {
      const isIdle = account.running === 0 && account.waiting.length === 0;
      if (isIdle && account.owner !== owner && this.#spentBy(account) < 1) {
        this.#accounts.delete(name);
      }
    }
  }
}

const orderOf = (environment: Environment): number => (environment === 'live' ? 0 : 1);
