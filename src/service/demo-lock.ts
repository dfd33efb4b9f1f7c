import {randomUUID} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import {overloaded} from './http/problems.js';
import type {Tallies} from './store/tallies.js';

/** Milliseconds after which the lock of a process that was killed is free. */
const LOCK_MS = 5_000;
/** Milliseconds that work waits for other processes, and between attempts. */
const WAIT_MS = 10_000;
const RETRY_MS = 10;
/** Milliseconds after which another process may have the lock although work waits here. */
const TURN_MS = 500;

/** Runs one piece of work after the other, among all processes that share the store. */
export class SharedLock {
  readonly #tallies: Tallies;
  readonly #name: string;
  readonly #holder = randomUUID();
  /** Settles once the last piece of work that was queued is done. */
  #last: Promise<unknown> = Promise.resolve();
  #queued = 0;
  /** 0 while this process does not have the lock. */
  #until = 0;

  constructor(tallies: Tallies, name: string) {
    this.#tallies = tallies;
    this.#name = name;
  }

  /** @throws {ProblemError} 503 if other processes do not release the lock */
  async run(work: () => Promise<void>): Promise<void> {
    this.#queued++;
    const turn = this.#last.then(async () => {
      try {
        await this.#take();
        await work();
      } finally {
        if (--this.#queued === 0) await this.#free();
      }
    });
    this.#last = turn.catch(() => undefined);
    await turn;
  }

  /** Takes the lock, or keeps it for work that waits here, so that the store is not asked for each piece. */
  async #take(): Promise<void> {
    const now = performance.now();
    if (now < this.#until) return;
    if (this.#until > 0) {
      await this.#free();
      // Long enough for an attempt of another process.
      await sleep(2 * RETRY_MS);
    }
    while (!(await this.#tallies.take(this.#name, this.#holder, 1, LOCK_MS))) {
      if (performance.now() > now + WAIT_MS) {
        throw overloaded('Another process uses the folder of uploads. Try again.');
      }
      await sleep(RETRY_MS);
    }
    this.#until = performance.now() + TURN_MS;
  }

  async #free(): Promise<void> {
    this.#until = 0;
    await this.#tallies.free(this.#name, this.#holder);
  }
}
