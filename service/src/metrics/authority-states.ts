import type {TimeStampNotice} from '../timestamps/time-stamp-client.js';
import type {Metrics} from './metrics.js';

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
