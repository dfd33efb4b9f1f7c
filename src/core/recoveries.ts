import type {Job} from '../model/job.js';
import {detailOf} from './capture-intake.js';
import type {Delivery, QueueParts} from './delivery.js';

/** Makes captures of recordings whose page was left, or died, while they were made. */
export class Recoveries {
  readonly #parts: QueueParts;
  readonly #delivery: Delivery;
  /** Those that no client was told of yet, as it went meanwhile. */
  readonly #untold = new Map<string, Blob>();

  constructor(parts: QueueParts, delivery: Delivery) {
    this.#parts = parts;
    this.#delivery = delivery;
  }

  /** Recovers what it can, and tells of it. Resolves to whether there is more that another visit may leave behind. */
  async look(): Promise<boolean> {
    const {ports, visits, connections} = this.#parts;
    if (![...connections].some(({client}) => client.mode === 'audio')) return false;
    const jobs = await ports.recordings.unfinished().catch(() => []);
    await visits.look(jobs);
    const others = jobs.filter(({visit}) => visit !== visits.own);
    const ended = others.filter(({visit}) => visits.ended.includes(visit));
    for (const job of ended) await this.#recover(job);
    this.#tellOfAll();
    return ended.length < others.length;
  }

  /** Where the storage fails, the next look tries again. */
  async #recover(job: Job): Promise<void> {
    const {ports, known, signal} = this.#parts;
    // A page that is still loading may not listen yet.
    if (signal.aborted || !ports.wakeUps.isLoaded || !this.#delivery.receiverOf(job)) return;
    const recovered = await ports.recordings.recover(job.captureId).catch(() => undefined);
    if (!recovered) return;
    known.set(recovered.job);
    this.#untold.set(job.captureId, recovered.blob);
  }

  #tellOfAll(): void {
    for (const [captureId, blob] of this.#untold) {
      const job = this.#parts.known.get(captureId)?.job;
      const client = job && this.#delivery.receiverOf(job)?.client;
      if (!client && job) continue;
      this.#untold.delete(captureId);
      if (client) this.#delivery.tell(() => client.onCapture(detailOf(job, blob)));
    }
  }
}
