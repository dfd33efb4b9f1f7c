import {located, LONGEST_DELAY_MS} from '../../model/job.js';
import type {Amendments} from './amendments.js';
import type {QueueParts} from './queue-parts.js';
import type {PlaceRenewal} from '../metadata/metadata-readings.js';

/** Captures whose place is still looked for. A page that dies meanwhile leaves them with what they had. */
export class PlaceRenewals {
  readonly #parts: QueueParts;
  readonly #amendments: Amendments;
  readonly #onDue: () => void;
  /** Until when, in epoch milliseconds. */
  readonly #until = new Map<string, number>();

  constructor(parts: QueueParts, amendments: Amendments, onDue: () => void) {
    this.#parts = parts;
    this.#amendments = amendments;
    this.#onDue = onDue;
  }

  /** Of a capture that is kept already. */
  async follow(captureId: string, {within, place}: PlaceRenewal): Promise<void> {
    const {signal, ports} = this.#parts;
    const {clock} = ports;
    this.#until.set(captureId, clock.now() + Math.min(within, LONGEST_DELAY_MS));
    const gps = await place;
    this.#until.delete(captureId);
    if (signal.aborted) return;
    await this.#amendments.amend(captureId, (job) => located(job, gps, clock.now()));
    this.#onDue();
  }

  /** When a capture that is released now may be sealed. */
  dueAt(captureId: string): number {
    return this.#until.get(captureId) ?? this.#parts.ports.clock.now();
  }
}
