import type {FastifyInstance, FastifyReply} from 'fastify';
import {wideNetworkOf} from '../http/client-network.js';
import {ProblemError} from '../http/problems.js';

/** Milliseconds between two requests without a key: 200 a second take a tenth of a processor. */
const SPACING_MS = 5;
/** Most requests that wait for a turn, of one network and of all. */
const MOST_OF_NETWORK = 100;
const MOST = 2_000;
const RETRY_S = 2;

/** Lets requests take turns, evenly spaced in time, one network after the other. */
export class OpenPace {
  /** Requests that wait, by network. The next turn is the first network's, which then is the last. */
  readonly #queues = new Map<string, Set<() => void>>();
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Resolves when it is the request's turn, or when its client has gone.
   *
   * @param network of its client
   * @throws {ProblemError} 429 if too many wait already
   */
  async turn(network: string, raw: FastifyReply['raw']): Promise<void> {
    if (!this.#timer) {
      this.#timer = setInterval(() => this.#next(), SPACING_MS);
      return;
    }
    const queue = this.#queues.get(network) ?? new Set();
    if (queue.size >= MOST_OF_NETWORK || this.#waiting >= MOST) {
      throw new ProblemError(429, 'Too many requests without an API key. Try again later.', {
        headers: {'retry-after': String(RETRY_S)},
      });
    }
    this.#queues.set(network, queue);
    await new Promise<void>((resolve) => {
      const leave = () => {
        raw.off('close', leave);
        queue.delete(leave);
        this.#waiting--;
        if (queue.size === 0) this.#queues.delete(network);
        resolve();
      };
      queue.add(leave);
      this.#waiting++;
      raw.once('close', leave);
    });
  }

  #next(): void {
    const [first] = this.#queues;
    if (!first) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const [network, queue] = first;
    this.#queues.delete(network);
    this.#queues.set(network, queue);
    const [leave] = queue;
    leave?.();
  }
}

/**
 * Spaces requests without a key, so that a seal never waits for a crowd of them. The routes without a rate limit
 * (health, files of an embedding site) are not spaced, nor are unknown addresses, which cost less and have a limit of their own.
 */
export function paceOpenRequests(app: FastifyInstance): void {
  const pace = new OpenPace();
  // After the rate limits, and before the body.
  app.addHook('preParsing', async ({keyId, routeOptions, is404, ip}, {raw}) => {
    const isSpaced = keyId === '' && !is404 && routeOptions.config.rateLimit !== false;
    if (isSpaced) await pace.turn(wideNetworkOf(ip), raw);
  });
}
