import type {FastifyReply, FastifyRequest} from 'fastify';
import {ProblemError} from '../http/problems.js';
import type {LimitName} from '../keys/key-limits.js';
import type {Tallies} from '../store/tallies.js';
import {InFlight} from './in-flight.js';

const DAY_MS = 86_400_000;

/** Limits for a day. */
type DailyLimit = Extract<LimitName, `${string}PerDay`>;

const words: Readonly<Record<DailyLimit, string>> = {
  sealsPerDay: 'seals',
  inspectionsPerDay: 'inspections',
};

/**
 * Enforces each key's limits of requests in flight and of work in a day. A key without limits costs no call of the
 * store.
 */
export class KeyLimiter {
  readonly #tallies: Tallies;
  readonly #defaults: Readonly<Record<'concurrency' | DailyLimit, number>>;
  readonly #inFlight: InFlight;
  readonly #now: () => number;

  /**
   * @param defaults for keys without limits of their own; 0 means no limit
   * @param now epoch milliseconds
   */
  constructor(
    tallies: Tallies,
    defaults: Readonly<Record<'concurrency' | DailyLimit, number>>,
    inFlight = new InFlight(tallies),
    now: () => number = Date.now,
  ) {
    this.#tallies = tallies;
    this.#defaults = defaults;
    this.#inFlight = inFlight;
    this.#now = now;
  }

  /**
   * Counts the request as in flight until its answer was sent or its connection has ended.
   * @returns undefined if its key has no such limit
   * @throws {ProblemError} 429 if the key has reached it
   */
  enter(request: FastifyRequest, {raw}: FastifyReply): Promise<void> | undefined {
    const most = this.#limitOf(request, 'concurrency');
    return most === 0 ? undefined : this.#enter(request.keyId, most, raw);
  }

  /**
   * Does work that counts for the day, unless it fails.
   * @throws {ProblemError} 429 if the key has reached its limit for today; also what `work` throws
   */
  during<T>(request: FastifyRequest, limit: DailyLimit, work: () => Promise<T>): Promise<T> {
    const most = this.#limitOf(request, limit);
    return most === 0 ? work() : this.#during(request.keyId, limit, most, work);
  }

  #limitOf({grant}: FastifyRequest, limit: 'concurrency' | DailyLimit): number {
    return grant?.limits[limit] ?? this.#defaults[limit];
  }

  async #enter(keyId: string, most: number, raw: FastifyReply['raw']): Promise<void> {
    const entering = this.#inFlight.enter(keyId, most);
    // Also called if the client disconnects before it has a slot.
    const end = () =>
      void entering.then(
        (leave) => leave?.(),
        () => undefined,
      );
    // If the client has disconnected during authentication, neither event comes any more.
    if (raw.destroyed) end();
    else raw.once('close', end).once('finish', end);
    if (await entering) return;
    throw new ProblemError(
      429,
      `This API key has ${most} requests in flight, which is as many as it may have at the same time. Send this one again once one of them is answered.`,
      {reason: 'too_many_in_flight', headers: limitHeaders(most, 1)},
    );
  }

  async #during<T>(
    keyId: string,
    limit: DailyLimit,
    most: number,
    work: () => Promise<T>,
  ): Promise<T> {
    const now = this.#now();
    const left = DAY_MS - (now % DAY_MS);
    const name = `${limit}:${keyId}:${Math.floor(now / DAY_MS)}`;
    // Stored for longer than the day, because clocks differ.
    const add = (by: number) => this.#tallies.add(name, by, left + DAY_MS);
    const takeBack = () => add(-1).catch(() => undefined);
    if ((await add(1)) > most) {
      await takeBack();
      throw new ProblemError(
        429,
        `This API key has had its ${most} ${words[limit]} of today. The next day begins at 00:00 UTC.`,
        {reason: 'quota_used', headers: limitHeaders(most, Math.ceil(left / 1000))},
      );
    }
    try {
      return await work();
    } catch (error) {
      await takeBack();
      throw error;
    }
  }
}

const limitHeaders = (limit: number, seconds: number): Record<string, string> => ({
  'retry-after': String(seconds),
  'ratelimit-limit': String(limit),
  'ratelimit-remaining': '0',
  'ratelimit-reset': String(seconds),
});
