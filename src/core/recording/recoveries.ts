import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {RecordingStore} from '../../ports/captures/recording-store.js';
import {detailOf, type CaptureIntake} from '../queue/capture-intake.js';
import type {Draft} from '../queue/draft.js';
import type {Connection} from '../queue/connection/connection.js';
import type {QueueParts} from '../queue/queue-parts.js';
import {sealableNow} from './sealable-now.js';

/** Makes captures of interrupted recordings: their page was closed or died, or their encoder did. */
export class Recoveries {
  readonly #recordings: RecordingStore;
  readonly #parts: QueueParts;
  readonly #intake: CaptureIntake;

  constructor(recordings: RecordingStore, parts: QueueParts, intake: CaptureIntake) {
    this.#recordings = recordings;
    this.#parts = parts;
    this.#intake = intake;
  }

  /** Recovers a recording of this page. */
  async recover(connection: Connection, draft: Draft): Promise<CaptureDetail | undefined> {
    const account = await connection.accountOf(draft);
    const job = this.#intake.prepare(connection, draft, account, () => undefined);
    const recovered = await this.#recordings.recover(job);
    return recovered && this.#intake.takeIn(connection, recovered.job, recovered);
  }

  /** Recovers the recordings of visits that are over. Resolves to true if open visits may leave more behind. */
  async recoverAll(): Promise<boolean> {
    const {visits} = this.#parts;
    const jobs = await this.#recordings.unfinished().catch(() => []);
    await visits.update(jobs);
    const others = jobs.filter(({visit}) => visit !== visits.own);
    const ended = others.filter(({visit}) => visits.ended.includes(visit));
    for (const job of ended) await this.#recoverFor(job);
    return ended.length < others.length;
  }

  /** If the storage fails, the next scan tries again. */
  async #recoverFor(job: Job): Promise<void> {
    const {ports, ledger, visits, signal} = this.#parts;
    const receiver = this.#parts.connections.receiverOf(job);
    // A page that is still loading may not have added its listeners yet.
    if (signal.aborted || !ports.wakeUps.isLoaded || !receiver) return;
    const metadata = sealableNow(job.metadata, receiver.client.config);
    // The job belongs to this visit from now on, so that no other page delivers it.
    const own = {...job, visit: visits.own, metadata};
    const recovered = await this.#recordings.recover(own).catch(() => undefined);
    if (!recovered) return;
    ledger.set(recovered.job);
    this.#parts.reports.announce(detailOf(recovered.job, recovered.blob));
  }
}
