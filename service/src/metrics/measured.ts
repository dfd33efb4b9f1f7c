import type {Audit} from '../audit/audit-log.js';
import {QuotaExceeded, type ExpiringStore} from '../store/expiring-store.js';
import {noMetrics, type Metrics} from './metrics.js';

/** `refused`: the call worked, and its result is a refusal. */
type Outcome = 'ok' | 'refused' | 'failed';

/** Runs a call, and reports its duration in seconds and its outcome. */
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
 * Wraps a store so that its calls are reported, if anything is. Members beside the interface are kept.
 * @param name which of the stores it is
 */
export function measuredStore<T extends ExpiringStore>(
  store: T,
  name: 'answers' | 'keys' | 'sets',
  metrics: Metrics,
): T {
  if (metrics === noMetrics) return store;
  return new Proxy(store, {
    get(target, operation) {
      const value: unknown = Reflect.get(target, operation, target);
      if (typeof value !== 'function') return value;
      if (operation === 'close') return value.bind(target) as unknown;
      // Called on the store itself, because private fields are not accessible through a proxy.
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

/** Wraps an audit log so that its writes are reported. */
export const measuredAudit = (audit: Audit, metrics: Metrics): Audit => ({
  get isWorking() {
    return audit.isWorking;
  },
  append: (event) =>
    timed(
      () => audit.append(event),
      (seconds, outcome) =>
        metrics.record('sealed_capture_audit_write_duration_seconds', seconds, {outcome}),
    ),
});
