import {setTimeout as sleep} from 'node:timers/promises';
import type {FastifyReply} from 'fastify';

/** Milliseconds, of which a random number more keeps the answers of many clients apart. */
const SHORTEST_MS = 1_000;
const SPREAD_MS = 1_000;
/** Most answers that wait at the same time. */
const MOST = 2_000;

/**
 * Delays refusals. A client that repeats its request after each answer, on hundreds of connections, then sends few
 * requests a second, and does not delay the seals of other clients.
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

/** Waits that many milliseconds, or until the answer's connection has ended. */
async function untilGone(milliseconds: number, raw: FastifyReply['raw']): Promise<void> {
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
