import type {FastifyRateLimitStoreCtor} from '@fastify/rate-limit';

/** A count within a time window. */
export interface Count {
  current: number;
  /** Milliseconds until the count restarts. */
  ttl: number;
}

/** Counts of client actions, by name. */
export interface RequestCounts {
  /** Increments a count. The first one opens a window of that many milliseconds. */
  count(name: string, window: number): Promise<Count>;
}

/** Most names that are remembered; the oldest are dropped. */
const MOST_NAMES = 20_000;

/** Counts of this process only. */
export class LocalCounts implements RequestCounts {
  readonly #counts = new Map<string, {current: number; until: number}>();
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  count(name: string, window: number): Promise<Count> {
    const now = this.#now();
    let found = this.#counts.get(name);
    if (!found || found.until <= now) {
      this.#counts.delete(name);
      found = {current: 0, until: now + window};
      this.#counts.set(name, found);
      if (this.#counts.size > MOST_NAMES) {
        const [oldest] = this.#counts.keys();
        if (oldest !== undefined) this.#counts.delete(oldest);
      }
    }
    found.current++;
    return Promise.resolve({current: found.current, ttl: found.until - now});
  }
}

/** Counts that services share. While the store is unreachable, each service counts for itself. */
export class SharedCounts implements RequestCounts {
  readonly #shared: RequestCounts;
  readonly #own = new LocalCounts();

  constructor(shared: RequestCounts) {
    this.#shared = shared;
  }

  count(name: string, window: number): Promise<Count> {
    return this.#shared.count(name, window).catch(() => this.#own.count(name, window));
  }
}

/** The counts in the form that the rate-limit plugin requires. */
export function rateLimitStore(counts: RequestCounts): FastifyRateLimitStoreCtor {
  return class Store {
    incr(
      key: string,
      done: (error: Error | null, result?: Count) => void,
      timeWindow: number,
    ): void {
      counts.count(`requests:${key}`, timeWindow).then(
        (count) => done(null, count),
        (error: unknown) => done(error as Error),
      );
    }

    child(): this {
      return this;
    }
  };
}
