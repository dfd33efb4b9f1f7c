import {setTimeout as sleep} from 'node:timers/promises';
import type {FastifyInstance, FastifyReply} from 'fastify';
import {ProblemError} from './problems.js';

/** Milliseconds between two requests without a key: 200 a second take a tenth of a processor. */
const SPACING_MS = 5;
/** Longest that one waits for its turn. */
const LONGEST_MS = 2_000;

/** Lets requests take turns, evenly spaced in time. */
export class OpenPace {
  readonly #now: () => number;
  #next = -Infinity;

  /** @param now milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Resolves when it is the request's turn, or when its client has gone.
   * @throws {ProblemError} 429 if that would take too long
   */
  async turn(raw: FastifyReply['raw']): Promise<void> {
    const now = this.#now();
    const at = Math.max(now, this.#next);
    if (at > now + LONGEST_MS) {
      throw new ProblemError(429, 'Too many requests without an API key. Try again later.', {
        headers: {'retry-after': String(Math.ceil(LONGEST_MS / 1000))},
      });
    }
    this.#next = at + SPACING_MS;
    if (at > now) await untilGone(at - now, raw);
  }
}

/**
 * Spaces requests without a key, also to unknown addresses, so that a crowd of them never stands before a seal. The
 * routes without a rate limit (health, the demo's files) are not spaced.
 */
export function paceOpenRequests(app: FastifyInstance): void {
  const pace = new OpenPace();
  // After the rate limits, and before the body.
  app.addHook('preParsing', async ({keyId, routeOptions}, {raw}) => {
    if (keyId === '' && routeOptions.config.rateLimit !== false) await pace.turn(raw);
  });
}

/** Waits that many milliseconds, or until the answer's connection has ended. */
export async function untilGone(milliseconds: number, raw: FastifyReply['raw']): Promise<void> {
  const gone = new AbortController();
  const end = () => gone.abort();
  raw.once('close', end);
  try {
    await sleep(milliseconds, undefined, {signal: gone.signal});
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    raw.off('close', end);
  }
}
