import type {FastifyReply} from 'fastify';
import {untilGone} from './open-pace.js';

/** Milliseconds, of which a random number more keeps the answers of many clients apart. */
const SHORTEST_MS = 1_000;
const SPREAD_MS = 1_000;
/** Most answers that wait at the same time. */
const MOST = 2_000;

/**
 * Sends refusals late: a client that asks again as soon as it is answered, on hundreds of connections, then has its
 * refusals cost next to nothing, and those who seal do not wait for them.
 */
export class LateAnswers {
  #waiting = 0;

  /** Waits a second or two, or until the client has gone. With too many that wait, its connection ends instead. */
  async wait(reply: FastifyReply): Promise<void> {
    if (this.#waiting >= MOST) {
      void reply.header('connection', 'close');
      return;
    }
    this.#waiting++;
    await untilGone(SHORTEST_MS + Math.random() * SPREAD_MS, reply.raw);
    this.#waiting--;
  }
}
