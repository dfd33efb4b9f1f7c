import type {FastifyRequest} from 'fastify';
import type {Environment} from '../environment.js';
import type {BodyBudget} from '../http/body-budget.js';
import type {EnginePool} from '../engine/engine-pool.js';
import type {ExpiringStore} from '../store/expiring-store.js';
import {ProblemError} from '../http/problems.js';
import type {Sealer} from '../certificates/sealer.js';
import type {Settings} from '../settings/settings.js';
import type {Tokens} from '../auth/tokens.js';

/** All that an environment's routes work with. */
export interface EnvironmentContext {
  environment: Environment;
  settings: Settings;
  pool: EnginePool;
  budget: BodyBudget;
  /** Shared by both environments. */
  store: ExpiringStore;
  /** PEM of all that its inspection trusts; undefined while it has no certificate, and inspects nothing. */
  trust: string | undefined;
  /** Checks the request's credentials. */
  authenticate: (request: FastifyRequest) => Promise<void>;
  tokens: Tokens;
  /** What it seals with now; undefined while it has no certificate. */
  sealer: () => Sealer | undefined;
}

/** The environment's sealer. @throws {ProblemError} 503 while it has no certificate: it then serves nothing */
export function requireSealer(context: EnvironmentContext): Sealer {
  const sealer = context.sealer();
  if (!sealer) throw notConfigured(context.environment);
  return sealer;
}

export const notConfigured = (environment: Environment): ProblemError =>
  new ProblemError(
    503,
    `The ${environment} environment has no certificate yet, so it neither seals nor inspects. Its operator has to provide one.`,
  );
