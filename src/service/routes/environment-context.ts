import type {FastifyRequest} from 'fastify';
import type {Audit} from '../audit/audit-log.js';
import type {Environment} from '../environment.js';
import type {BodyBudget} from '../http/body-budget.js';
import type {EnginePool} from '../engine/engine-pool.js';
import type {ExpiringStore} from '../store/expiring-store.js';
import {Idempotency} from '../store/idempotency.js';
import type {KeyLimiter} from '../limits/key-limiter.js';
import {overloaded, ProblemError} from '../http/problems.js';
import type {Metrics} from '../metrics/metrics.js';
import type {Sealer} from '../certificates/sealer.js';
import {obstacleText, type SealingObstacle} from '../certificates/validity.js';
import type {Settings} from '../settings/settings.js';
import type {TrustInUse} from '../trust/trust-in-use.js';
import type {Tokens} from '../auth/tokens.js';
import type {Webhooks} from '../webhooks/webhooks.js';

/** All that an environment's routes work with. */
export interface EnvironmentContext {
  environment: Environment;
  settings: Settings;
  pool: EnginePool;
  /** Memory of files, and apart from it that of the bodies of `POST seal`: no file keeps a capture waiting. */
  budget: BodyBudget;
  sealBudget: BodyBudget;
  /** Shared by both environments. */
  store: ExpiringStore;
  /** Whom its inspection trusts now; undefined while it has no certificate, and inspects nothing. */
  trust: () => TrustInUse | undefined;
  /** Checks the request's credentials. */
  authenticate: (request: FastifyRequest) => Promise<void>;
  tokens: Tokens;
  /** What each key may have in flight and do in a day. */
  limiter: KeyLimiter;
  /** Where seals and refusals are noted before they are answered; absent: nowhere. */
  audit?: Audit;
  metrics: Metrics;
  /** Who else hears of seals and inspections; absent: nobody. */
  webhooks?: Webhooks;
  /** What it seals with now; undefined while it has no certificate. */
  sealer: () => Sealer | undefined;
  /** Why it seals nothing now, where it has a certificate. */
  obstacle: () => SealingObstacle | undefined;
  /** Hears of each refusal for it. */
  onObstacle: (what: string) => void;
}

/** The answers that are kept for repeated requests, within each key's quota. */
export const answersOf = ({store, settings}: EnvironmentContext): Idempotency =>
  new Idempotency(store, settings.answerLifetime, undefined, {
    entries: settings.answersPerKey,
    bytes: settings.answersPerKeyLimit,
    total: settings.answersLimit,
  });

/** When to ask again for what only the operator can set right. */
const OBSTACLE_SECONDS = 300;

/** The environment's sealer. @throws {ProblemError} 503 while it has no certificate: it then serves nothing */
export function requireSealer(context: EnvironmentContext): Sealer {
  const sealer = context.sealer();
  if (!sealer) throw notConfigured(context.environment);
  return sealer;
}

/**
 * The same for sealing, at the moment of the seal. @throws {ProblemError} 503 also where its certificate was revoked or
 * is not valid now: inspection goes on
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
