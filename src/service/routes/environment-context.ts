import type {FastifyRequest} from 'fastify';
import type {Audit} from '../audit/audit-log.js';
import type {Environment} from '../environment.js';
import type {BodyBudget} from '../http/body-budget.js';
import type {EnginePool} from '../engine/engine-pool.js';
import type {ExpiringStore} from '../store/expiring-store.js';
import {ProblemError} from '../http/problems.js';
import type {Sealer, SealingObstacle} from '../certificates/sealer.js';
import type {Settings} from '../settings/settings.js';
import type {TrustInUse} from '../trust/trust-in-use.js';
import type {Tokens} from '../auth/tokens.js';

/** All that an environment's routes work with. */
export interface EnvironmentContext {
  environment: Environment;
  settings: Settings;
  pool: EnginePool;
  budget: BodyBudget;
  /** Shared by both environments. */
  store: ExpiringStore;
  /** Whom its inspection trusts now; undefined while it has no certificate, and inspects nothing. */
  trust: () => TrustInUse | undefined;
  /** Checks the request's credentials. */
  authenticate: (request: FastifyRequest) => Promise<void>;
  tokens: Tokens;
  /** Where seals and refusals are noted before they are answered; absent: nowhere. */
  audit?: Audit;
  /** What it seals with now; undefined while it has no certificate. */
  sealer: () => Sealer | undefined;
  /** Why it seals nothing now, where it has a certificate. */
  obstacle: () => SealingObstacle | undefined;
}

/** The environment's sealer. @throws {ProblemError} 503 while it has no certificate: it then serves nothing */
export function requireSealer(context: EnvironmentContext): Sealer {
  const sealer = context.sealer();
  if (!sealer) throw notConfigured(context.environment);
  return sealer;
}

/**
 * The same for sealing. @throws {ProblemError} 503 also once its certificate was revoked or has expired: inspection
 * goes on
 */
export function requireUsable(context: EnvironmentContext): Sealer {
  const obstacle = context.obstacle();
  if (obstacle) {
    const what =
      obstacle.name === 'revoked'
        ? 'was revoked'
        : `expired on ${new Date(obstacle.at).toISOString().slice(0, 10)}`;
    throw new ProblemError(
      503,
      `The certificate of the ${context.environment} environment ${what}, so nothing can be sealed with it. Its operator has to provide another.`,
    );
  }
  return requireSealer(context);
}

export const notConfigured = (environment: Environment): ProblemError =>
  new ProblemError(
    503,
    `The ${environment} environment has no certificate yet, so it neither seals nor inspects. Its operator has to provide one.`,
  );
