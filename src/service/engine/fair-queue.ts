import type {Environment} from '../environment.js';
import type {Owner} from '../http/body-budget.js';

/** Half of what a key has spent no longer counts after this time. */
const HALF_LIFE_MS = 10_000;
/** A key whose jobs take longer than this on average may not have all threads. */
const COSTLY_MS = 1_000;
/** What the last job counts in that average. */
const WEIGHT = 0.3;

/** A job that waits for a thread. */
export interface Waiting {
  owner: Owner;
  /** It signs with a key that is elsewhere: its thread may have to wait for that. */
  signsElsewhere?: boolean;
  start: () => void;
  /** Its place went to a job of a key that has fewer. */
  giveWay: () => void;
}

interface Account {
  owner: Owner;
  waiting: Waiting[];
  running: number;
  /** Engine time that counts now, in milliseconds. */
  spent: number;
  spentAt: number;
  /** Of its last jobs, in milliseconds. */
  average: number;
}

/**
 * Shares threads among API keys. Of the jobs that wait, one of the live environment starts first, and among its keys
 * one of the key that has taken the least engine time lately. Where there are several threads, a key with costly files
 * leaves one of them to the others, and so do all jobs together that sign with a key elsewhere; where the queue is full,
 * the key with the most jobs in it gives way.
 */
export class FairQueue {
  readonly #threads: number;
  readonly #length: number;
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();
  #running = 0;
  #waiting = 0;
  /** Jobs that run and sign with a key elsewhere. */
  #signing = 0;

  /** @param length jobs that may wait */
  constructor(threads: number, length: number, now = () => performance.now()) {
    this.#threads = threads;
    this.#length = length;
    this.#now = now;
  }

  /** Jobs that wait now. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Jobs that run now. */
  get running(): number {
    return this.#running;
  }

  /**
   * Starts the job, at once where a thread is free for it.
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

  /** Takes out a job that waits. */
  remove(job: Waiting): void {
    const account = this.#accountOf(job.owner);
    const index = account.waiting.indexOf(job);
    if (index < 0) return;
    account.waiting.splice(index, 1);
    this.#waiting--;
    this.#forget(account);
  }

  /** A job that was started has ended, after so many milliseconds. */
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

  /** The first of its jobs that may have a thread: those that sign elsewhere leave one to the others. */
  #firstOf({waiting}: Account): Waiting | undefined {
    const haveTheirPart = this.#signing > 0 && this.#signing >= this.#threads - 1;
    return haveTheirPart ? waiting.find((job) => !job.signsElsewhere) : waiting[0];
  }

  /** True of a key with costly files that would take the last thread. */
  #holdsItsPart({running, average}: Account): boolean {
    return average > COSTLY_MS && running > 0 && running >= this.#threads - 1;
  }

  #isBefore(one: Account, other: Account): boolean {
    const rank = orderOf(one.owner.environment) - orderOf(other.owner.environment);
    if (rank !== 0) return rank < 0;
    // What runs has not been charged yet: a key that has fewer at work goes first.
    if (one.running !== other.running) return one.running < other.running;
    return this.#spentBy(one) < this.#spentBy(other);
  }

  /** The key with the most jobs in the queue, in the sandbox where that has any. */
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

  /** Drops accounts of keys that have nothing to do and whose past counts no longer. */
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
