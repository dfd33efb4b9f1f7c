import type {FastifyInstance, FastifyRequest} from 'fastify';
import {beyondLimits} from '@sealed-capture/seal/engine/refusals/beyond-limits.js';
import type {InspectJob, JobOutcome} from '../engine/engine-jobs.js';
import {JobFailed} from '../engine/engine-pool.js';

type Outcome = Extract<JobOutcome, {name: 'inspected' | 'refused'}>;

/**
 * Inspects a file of a request, which counts as one inspection of the day. For a file that takes more time or memory than
 * one may take, the result says so.
 */
export async function inspected(
  {engine, limiter}: Pick<FastifyInstance, 'engine' | 'limiter'>,
  request: FastifyRequest,
  job: Omit<InspectJob, 'name'>,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const outcome = await limiter.during(request, 'inspectionsPerDay', () =>
      engine.run({name: 'inspect', ...job}, signal, request.keyId),
    );
    if (outcome.name === 'inspected' || outcome.name === 'refused') return outcome;
    throw new Error(`Unexpected outcome ${outcome.name}.`);
  } catch (error) {
    if (!(error instanceof JobFailed)) throw error;
    request.log.warn({err: error}, error.message);
    const result = beyondLimits(error.reason);
    return {name: 'inspected', verdict: result.labelState, json: JSON.stringify(result)};
  }
}
