import type {FastifyRequest} from 'fastify';
import type {Audit} from '../../audit/audit-log.js';
import type {Environment} from '../../environment.js';
import type {BodyBudget} from '../../http/body/body-budget.js';
import type {EnginePool} from '../../engine/engine-pool.js';
import type {ExpiringStore} from '../../store/expiring-store.js';
import {Idempotency} from '../../store/idempotency.js';
import type {KeyLimiter} from '../../limits/key-limiter.js';
import {overloaded, ProblemError} from '../../http/problems.js';
import type {Metrics} from '../../metrics/metrics.js';
import type {Sealer} from '../../certificates/sealer.js';
import {obstacleText, type SealingObstacle} from '../../certificates/validity.js';
import type {Settings} from '../../settings/settings.js';
import type {TrustInUse} from '../../trust/trust-in-use.js';
import type {Nonces} from '../../auth/nonces.js';
import type {Tokens} from '../../auth/tokens.js';
import type {Webhooks} from '../../webhooks/webhooks.js';

/** Everything that an environment's routes use. */
export interface EnvironmentContext {
  environment: Environment;
  settings: Settings;
  pool: EnginePool;
  /** Memory for files, separate from that for the bodies of `POST seal`, so that files do not delay captures. */
  budget: BodyBudget;
  sealBudget: BodyBudget;
  /** Shared by both environments. */
  store: ExpiringStore;
  /** The current trust anchors; undefined while the environment has no certificate, and inspects nothing. */
  trust: () => TrustInUse | undefined;
  /** Authenticates the request. */
  authenticate: (request: FastifyRequest) => Promise<void>;
  tokens: Tokens;
  nonces: Nonces;
  /** Limits each key's requests in flight and work in a day. */
  limiter: KeyLimiter;
  /** Records seals and refusals before they are answered. Absent: they are not recorded. */
  audit?: Audit;
  metrics: Metrics;
  /** Announces seals and inspections to receivers. Absent: there are none. */
  webhooks?: Webhooks;
  /** The current sealer; undefined while the environment has no certificate. */
  sealer: () => Sealer | undefined;
  /** Why the environment cannot seal now, if it has a certificate. */
  obstacle: () => SealingObstacle | undefined;
  /** Called for each request that is refused for it. */
  onObstacle: (what: string) => void;
}

/** The stored answers for repeated requests, within each key's quota. */
export const answersOf = ({store, settings}: EnvironmentContext): Idempotency =>
  new Idempotency(store, settings.answerLifetime, undefined, {
    entries: settings.answersPerKey,
    bytes: settings.answersPerKeyLimit,
    total: settings.answersLimit,
  });

/** Seconds after which clients should retry if only the operator can help. */
const OBSTACLE_SECONDS = 300;

/**
 * The environment's sealer.
 * @throws {ProblemError} 503 while it has no certificate: the environment then serves nothing
 */
export function requireSealer(context: EnvironmentContext): Sealer {
  const sealer = context.sealer();
  if (!sealer) throw notConfigured(context.environment);
  return sealer;
}

/**
 * The environment's sealer, if it may seal at this moment.
 * @throws {ProblemError} 503 also if its certificate was revoked or is not valid now; inspection continues
 */
export function requireUsable(context: EnvironmentContext): Sealer {
  const obstacle = context.obstacle();
  if (obstacle) {
    const what = `The certificate of the ${context.environment} environment, or one that it leads to, ${obstacleText(obstacle)}, so nothing can be sealed with it.`;
    context.onObstacle(what);
    const todo =
      obstacle.name === 'not yet valid'
        ? "Its operator has to wait, provide another or set the service's clock right."
        : 'Its operator has to provide another.';
    throw overloaded(`${what} ${todo}`, undefined, OBSTACLE_SECONDS);
  }
  return requireSealer(context);
}

export const notConfigured = (environment: Environment): ProblemError =>
  new ProblemError(
    503,
    `The ${environment} environment has no certificate yet, so it neither seals nor inspects. Its operator has to provide one.`,
  );
