import type {Job} from '../../model/job.js';
import type {QueueParts} from './queue-parts.js';
import {intended} from './known-captures.js';

/** Changes what is kept of a capture, one change after another: none undoes another, or what other pages did. */
export class Amendments {
  readonly #parts: QueueParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /**
   * Stores what `change` makes of the job as it is stored. False where it is gone, or `change` answers undefined as
   * it is not to be changed any more.
   */
  amend(captureId: string, change: (job: Job) => Job | undefined): Promise<boolean> {
    const amended = this.#last.then(() => this.#amend(captureId, change));
    this.#last = amended.catch(() => undefined);
    return amended;
  }

  async #amend(captureId: string, change: (job: Job) => Job | undefined): Promise<boolean> {
    const {ports, known} = this.#parts;
    for (;;) {
      const before = known.get(captureId);
      const unkept = before?.unkept;
      const job = before && (unkept ? intended(before) : await ports.store.get(captureId));
      const next = job && change(job);
      if (!next) return false;
      if (unkept)
        known.set({...next, state: before.job.state}, {unkept: {...unkept, state: next.state}});
      else if (await ports.store.replace(next, job.state)) known.set(next);
      // Moved on meanwhile.
      else continue;
      return true;
    }
  }
}
