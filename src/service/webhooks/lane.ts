import type {Destination} from './addresses.js';
import {afterAttempt} from './after-attempt.js';
import type {LeasedDelivery, Outbox, Settlement} from './outbox.js';
import type {Outcome} from './send.js';

/** How often the store is asked: other processes add deliveries, and leases end. */
const POLL_MS = 1_000;
/** A lease ends so long after the attempt's time limit, for the outcome to be stored. */
const LEASE_MARGIN_MS = 20_000;
/** How long a close waits for answers. */
const FAREWELL_MS = 2_000;

export interface LaneOptions {
  destination: Destination;
  outbox: Outbox;
  /** One attempt; rejects only with the signal's reason. */
  attempt: (delivery: LeasedDelivery, signal: AbortSignal) => Promise<Outcome>;
  /** Most attempts at the same time. */
  concurrency: number;
  /** Milliseconds that an attempt takes at most. */
  timeout: number;
  onSettled: (delivery: LeasedDelivery, settlement: Settlement) => void;
  /** The store could not be reached; the lane goes on. */
  onError: (error: unknown) => void;
  now?: () => number;
  random?: () => number;
  pollEvery?: number;
  /** How long a close waits for answers before it gives up the attempts; 2 s by default. */
  farewell?: number;
}

/**
 * Attempts the deliveries to one address that are due, by lease, so that no other process attempts them meanwhile. Lanes
 * do not wait for one another.
 */
export class Lane {
  readonly #options: Required<LaneOptions>;
  /** Ends the attempts in flight. */
  readonly #giveUp = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  #isClosed = false;
  /** It was woken while it looked. */
  #isWoken = false;
  #looking: Promise<void> | undefined;
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

  /** Looks for deliveries that are due. */
  wake(): void {
    if (this.#isClosed) return;
    this.#isWoken = true;
    this.#looking ??= this.#look();
  }

  /** Waits a moment for attempts in flight. Those that are then given up are due again at once, for any process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    const timer = setTimeout(() => this.#giveUp.abort(), this.#options.farewell);
    await Promise.all(this.#inFlight);
    clearTimeout(timer);
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    let pause = this.#options.pollEvery;
    while (this.#isWoken && !this.#isClosed) {
      this.#isWoken = false;
      pause = await this.#startDue().catch((error: unknown) => {
        this.#options.onError(error);
        return this.#options.pollEvery;
      });
    }
    this.#looking = undefined;
    if (!this.#isClosed) this.#timer = setTimeout(() => this.wake(), pause).unref();
  }

  /** Starts the attempts that are due, as far as there is room. @returns when to look again, in milliseconds from now */
  async #startDue(): Promise<number> {
    const {destination, outbox, concurrency, timeout, now, pollEvery} = this.#options;
    // The end of an attempt wakes the lane, too.
    while (this.#inFlight.size < concurrency && !this.#isClosed) {
      const due = await outbox.nextDue(destination.id);
      if (due === undefined) break;
      if (due > now()) return Math.min(pollEvery, due - now());
      const free = concurrency - this.#inFlight.size;
      const until = now() + timeout + LEASE_MARGIN_MS;
      const leased = await outbox.lease(destination.id, free, now(), until);
      // Another process was faster.
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
    // Where this fails, the lease ends and the delivery is attempted again: the receiver knows it by its id.
    await outbox.settle(delivery, settlement);
    onSettled(delivery, settlement);
  }
}
