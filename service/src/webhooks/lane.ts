import type {Destination} from './addresses.js';
import {afterAttempt} from './after-attempt.js';
import type {LeasedDelivery, Outbox, Settlement} from './outbox/outbox.js';
import type {Outcome} from './send.js';

/** Milliseconds between checks of the store: other processes add deliveries, and leases end. */
const POLL_MS = 1_000;
/** Milliseconds that a lease outlasts the attempt's time limit, so that the outcome can be stored. */
const LEASE_MARGIN_MS = 20_000;
/** Milliseconds that a close waits for answers. */
const FAREWELL_MS = 2_000;

export interface LaneOptions {
  destination: Destination;
  outbox: Outbox;
  /** Makes one attempt; rejects only with the signal's reason. */
  attempt: (delivery: LeasedDelivery, signal: AbortSignal) => Promise<Outcome>;
  /** Most simultaneous attempts. */
  concurrency: number;
  /** Milliseconds for an attempt. */
  timeout: number;
  onSettled: (delivery: LeasedDelivery, settlement: Settlement) => void;
  /** Called if the store cannot be reached; the lane continues. */
  onError: (error: unknown) => void;
  now?: () => number;
  random?: () => number;
  pollEvery?: number;
  /** Milliseconds that a close waits for answers before it aborts the attempts; default 2 s. */
  farewell?: number;
}

/**
 * Attempts the due deliveries to one address. Each is leased, so that no other process attempts it meanwhile. Lanes
 * do not wait for one another.
 */
export class Lane {
  readonly #options: Required<LaneOptions>;
  /** Aborts the attempts in flight. */
  readonly #giveUp = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  #isClosed = false;
  /** True if `wake` was called during a check. */
  #isWoken = false;
  #starting: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = {
      now: Date.now,
      random: Math.random,
      pollEvery: POLL_MS,
      farewell: FAREWELL_MS,
      ...options,
    };
    this.wake();
  }

  /** Checks for due deliveries. */
  wake(): void {
    if (this.#isClosed) return;
    this.#isWoken = true;
    this.#starting ??= this.#startAllDue();
  }

  /** Waits briefly for attempts in flight, then aborts them. Aborted ones are due again at once, for any process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#starting;
    const timer = setTimeout(() => this.#giveUp.abort(), this.#options.farewell);
    await Promise.all(this.#inFlight);
    clearTimeout(timer);
  }

  async #startAllDue(): Promise<void> {
    clearTimeout(this.#timer);
    let pause = this.#options.pollEvery;
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false;
      pause = await this.#startDue().catch((error: unknown) => {
        this.#options.onError(error);
        return this.#options.pollEvery;
      });
    }
    this.#starting = undefined;
    if (!this.#isClosed) this.#timer = setTimeout(() => this.wake(), pause).unref();
  }

  /**
   * Starts due attempts, as far as there is room.
   * @returns milliseconds until the next check
   */
  async #startDue(): Promise<number> {
    const {destination, outbox, concurrency, timeout, now, pollEvery} = this.#options;
    // The end of an attempt also wakes the lane.
    while (this.#inFlight.size < concurrency && !this.#isClosed) {
      const due = await outbox.nextDue(destination.id);
      if (due === undefined) break;
      if (due > now()) return Math.min(pollEvery, due - now());
      const free = concurrency - this.#inFlight.size;
      const until = now() + timeout + LEASE_MARGIN_MS;
      const leased = await outbox.lease(destination.id, free, now(), until);
      // Another process has leased them.
      if (leased.length === 0) break;
      for (const delivery of leased) this.#start(delivery);
    }
    return pollEvery;
  }

  #start(delivery: LeasedDelivery): void {
    const attempt = this.#attempt(delivery)
      .catch(this.#options.onError)
      .finally(() => {
        this.#inFlight.delete(attempt);
        this.wake();
      });
    this.#inFlight.add(attempt);
  }

  async #attempt(delivery: LeasedDelivery): Promise<void> {
    const {attempt, outbox, now, random, onSettled} = this.#options;
    const {signal} = this.#giveUp;
    let settlement: Settlement;
    try {
      const outcome = await attempt(delivery, signal);
      settlement = afterAttempt(delivery, outcome, now(), random());
    } catch (error) {
      if (!signal.aborted) throw error;
      const failure = {reason: 'The service was stopped meanwhile.'};
      settlement = {name: 'retry', at: now(), failure};
    }
    // If this fails, the lease ends and the delivery is attempted again; the receiver recognizes it by its id.
    await outbox.settle(delivery, settlement);
    onSettled(delivery, settlement);
  }
}
