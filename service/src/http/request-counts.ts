import type {FastifyRateLimitStoreCtor} from '@fastify/rate-limit';

/** A count within a time window. */
export interface Count {
  current: number;
  /** Milliseconds until the count restarts. */
  ttl: number;
}

/**
 * What is counted: requests with a known API key, or those of a network without one. Each has a table of its own. There
 * are few keys, and each must be remembered. Networks are as many as clients without a key have addresses.
 */
export type Counted = 'key' | 'network';

/** Counts of client actions. */
export interface RequestCounts {
  /** Increments a count. The first one opens a window of that many milliseconds. */
  count(of: Counted, name: string, window: number): Promise<Count>;
}

/** Most networks that are remembered; the oldest are dropped. */
export const MOST_NETWORKS = 20_000;
/** Number of keys from which on those whose window has ended are removed. */
const MANY_KEYS = 10_000;

interface Window {
  current: number;
  until: number;
}

/** Counts of this process only. */
export class LocalCounts implements RequestCounts {
  readonly #tables: Readonly<Record<Counted, Map<string, Window>>> = {
    key: new Map(),
    network: new Map(),
  };
  readonly #now: () => number;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  count(of: Counted, name: string, window: number): Promise<Count> {
    const now = this.#now();
    const table = this.#tables[of];
    let found = table.get(name);
    if (!found || found.until <= now) {
      table.delete(name);
      found = {current: 0, until: now + window};
      if (of === 'network') dropOldest(table);
      else if (table.size >= MANY_KEYS) dropEnded(table, now);
      table.set(name, found);
    }
    found.current++;
    return Promise.resolve({current: found.current, ttl: found.until - now});
  }
}

function dropOldest(table: Map<string, Window>): void {
  const [oldest] = table.size >= MOST_NETWORKS ? table.keys() : [];
  if (oldest !== undefined) table.delete(oldest);
}

function dropEnded(table: Map<string, Window>, now: number): void {
  for (const [name, {until}] of table) if (until <= now) table.delete(name);
}

/** Counts in a store that services share. */
export interface CountingStore {
  /** Undefined for a network for which the store has no room. */
  count(of: Counted, name: string, window: number): Promise<Count | undefined>;
}

/** Counts that services share. What the store cannot count, each service counts for itself. */
export class SharedCounts implements RequestCounts {
  readonly #shared: CountingStore;
  readonly #own = new LocalCounts();

  constructor(shared: CountingStore) {
    this.#shared = shared;
  }

  async count(of: Counted, name: string, window: number): Promise<Count> {
    const shared = await this.#shared.count(of, name, window).catch(() => undefined);
    return shared ?? this.#own.count(of, name, window);
  }
}

const KEY = 'key:';
/** Names a key in the one text that the rate-limit plugin takes for keys and networks. */
export const keyName = (keyId: string): string => `${KEY}${keyId}`;

/** The counts in the form that the rate-limit plugin requires. */
export function rateLimitStore(counts: RequestCounts): FastifyRateLimitStoreCtor {
  return class Store {
    incr(
      name: string,
      done: (error: Error | null, result?: Count) => void,
      timeWindow: number,
    ): void {
      const of = name.startsWith(KEY) ? 'key' : 'network';
      counts.count(of, `requests:${name}`, timeWindow).then(
        (count) => done(null, count),
        (error: unknown) => done(error as Error),
      );
    }

    child(): this {
      return this;
    }
  };
}
