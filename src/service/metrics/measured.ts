import type {Audit} from '../audit/audit-log.js';
import {QuotaExceeded, type ExpiringStore} from '../store/expiring-store.js';
import type {Metrics} from './metrics.js';

/** `refused`: the call did what it is for, and the answer is no. */
type Outcome = 'ok' | 'refused' | 'failed';

/** Runs a call, and says how many seconds it took and how it ended. */
export async function timed<T>(
  call: () => Promise<T>,
  report: (seconds: number, outcome: Outcome) => void,
): Promise<T> {
  const start = performance.now();
  const end = (outcome: Outcome) => report((performance.now() - start) / 1000, outcome);
  try {
    const result = await call();
    end('ok');
    return result;
  } catch (error) {
    end(error instanceof QuotaExceeded ? 'refused' : 'failed');
    throw error;
  }
}

/**
 * The same store, whose calls are reported. What a store has beside the interface stays.
 * @param name which of the stores it is
 */
export function measuredStore<T extends ExpiringStore>(
  store: T,
  name: 'answers' | 'keys',
  metrics: Metrics,
): T {
  return new Proxy(store, {
    get(target, operation) {
      const value: unknown = Reflect.get(target, operation, target);
      if (typeof value !== 'function') return value;
      if (operation === 'close') return value.bind(target) as unknown;
      // Stores have private fields, which only they themselves can reach.
      return (...given: unknown[]) =>
        timed(
          () => Promise.resolve(Reflect.apply(value, target, given) as unknown),
          (seconds, outcome) => {
            const attributes = {store: name, operation: String(operation), outcome};
            metrics.record('sealed_capture_store_duration_seconds', seconds, attributes);
          },
        );
    },
  });
}

/** The same log, whose writing is reported. */
export const measuredAudit = (audit: Audit, metrics: Metrics): Audit => ({
  append: (event) =>
    timed(
      () => audit.append(event),
      (seconds, outcome) =>
        metrics.record('sealed_capture_audit_write_duration_seconds', seconds, {outcome}),
    ),
});
