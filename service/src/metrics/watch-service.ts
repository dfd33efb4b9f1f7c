import {environments} from '../environment.js';
import type {Environments} from '../certificates/environments.js';
import type {EnginePool} from '../engine/engine-pool.js';
import type {BodyBudget} from '../http/body/body-budget.js';
import type {TimeStampNotice} from '../timestamps/time-stamp-client.js';
import type {Metrics} from './metrics.js';

export interface WatchedParts {
  environments: Pick<Environments, 'sealer' | 'obstacle' | 'isSigning' | 'validity' | 'revocation'>;
  pool: Pick<EnginePool, 'waiting' | 'busy' | 'threads'>;
  budgets: Readonly<Record<'files' | 'seals', BodyBudget>>;
}

/** Reports the state of the service's parts. */
export function watchService(metrics: Metrics, parts: WatchedParts, now = Date.now): void {
  const {environments: opened, pool, budgets} = parts;
  metrics.watch('sealed_capture_queue_length', () => [[pool.waiting]]);
  metrics.watch('sealed_capture_threads', () => [[pool.threads]]);
  metrics.watch('sealed_capture_threads_busy', () => [[pool.busy]]);
  metrics.watch('sealed_capture_bodies_held_bytes', () => [
    [budgets.files.claimed, {kind: 'files'}],
    [budgets.seals.claimed, {kind: 'seals'}],
  ]);
  metrics.watch('sealed_capture_certificate_expiry_seconds', () =>
    environments.flatMap((environment) => {
      const validity = opened.validity(environment);
      return validity ? [[(validity.until - now()) / 1000, {environment}] as const] : [];
    }),
  );
  metrics.watch('sealed_capture_ocsp_answer_age_seconds', () =>
    environments.flatMap((environment) => {
      const state = opened.revocation(environment);
      if (!state || state.name === 'unknown') return [];
      return [[(now() - state.answer.thisUpdate) / 1000, {environment}] as const];
    }),
  );
  metrics.watch('sealed_capture_can_seal', () =>
    environments.map((environment) => {
      const isAble =
        opened.sealer(environment) &&
        !opened.obstacle(environment) &&
        opened.isSigning(environment);
      return [isAble ? 1 : 0, {environment}] as const;
    }),
  );
}

/** Tracks which time-stamp authorities work. Each counts as working until a failure is reported. */
export class AuthorityStates {
  readonly #working: Map<string, boolean>;

  /** @param addresses as in the settings */
  constructor(addresses: readonly string[], metrics: Metrics) {
    this.#working = new Map(addresses.map((address) => [new URL(address).host, true]));
    metrics.watch('sealed_capture_timestamp_authority_working', () =>
      [...this.#working].map(([authority, isWorking]) => [isWorking ? 1 : 0, {authority}] as const),
    );
  }

  take(notice: TimeStampNotice): void {
    if (notice.name !== 'failing' && notice.name !== 'working') return;
    this.#working.set(notice.authority, notice.name === 'working');
  }

  /** Marks all as working, when the client has been recreated. */
  reset(): void {
    for (const authority of this.#working.keys()) this.#working.set(authority, true);
  }
}
