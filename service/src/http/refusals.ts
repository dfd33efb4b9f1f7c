import type {FastifyReply, FastifyRequest} from 'fastify';
import {errors} from 'jose';
import {networkOf} from './client-network.js';
import {ProblemError} from './problems.js';
import type {RequestCounts} from './request-counts.js';

const MINUTE_MS = 60_000;
const COUNTED = [401, 404];

/**
 * Limits how often a network may send wrong credentials, or request what does not exist. Valid credentials are
 * never limited: they have 256 random bits, so guessing is hopeless, and others may share the address.
 */
export class Refusals {
  readonly #counts: RequestCounts;
  readonly #perMinute: number;

  /** @param perMinute 0 for no limit */
  constructor(counts: RequestCounts, perMinute: number) {
    this.#counts = counts;
    this.#perMinute = perMinute;
  }

  /** The problem itself, or 429 instead if the network has had too many. */
  async limit(
    request: FastifyRequest,
    reply: FastifyReply,
    problem: ProblemError,
  ): Promise<ProblemError> {
    if (this.#perMinute === 0 || !COUNTED.includes(problem.statusCode)) return problem;
    // An expired token is no attack: its page only needs a new one.
    if (problem.cause instanceof errors.JWTExpired) return problem;
    const network = networkOf(request.ip);
    const {current, ttl} = await this.#counts.count('network', `refusals:${network}`, MINUTE_MS);
    if (current <= this.#perMinute) return problem;
    const seconds = String(Math.max(1, Math.ceil(ttl / 1000)));
    void reply.headers({
      'ratelimit-limit': this.#perMinute,
      'ratelimit-remaining': 0,
      'ratelimit-reset': seconds,
    });
    return new ProblemError(
      429,
      'Too many requests from this address had wrong credentials, or asked for what is not here. Try again later; requests with the right credentials are answered.',
      {cause: problem, headers: {'retry-after': seconds}},
    );
  }
}
