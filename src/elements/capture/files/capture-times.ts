import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {Localize} from '../../strings/localize.js';

/** The times of captures in the reader's format; cached because formatting is slow. */
export class CaptureTimes {
  readonly #say: Localize;
  readonly #times = new Map<string, string>();

  constructor(say: Localize) {
    this.#say = say;
  }

  /** The time when the capture was made. */
  of({capturedAt}: Pick<CaptureSummary, 'capturedAt'>): string {
    const key = `${capturedAt} ${this.#say.lang()}`;
    const known = this.#times.get(key);
    const time = known ?? this.#say.time(capturedAt);
    if (!known) this.#times.set(key, time);
    return time;
  }
}
