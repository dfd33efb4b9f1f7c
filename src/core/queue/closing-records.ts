import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {withoutManifest, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {SetClosing} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {plain} from '../metadata/added-values.js';
import {sealableAdditions} from '../metadata/page-values.js';
import type {Connection} from './connection/connection.js';
import {jobNameOf} from './job-name.js';
import type {QueueParts} from './queue-parts.js';

/**
 * Stores closing records, one for each set of the job that has changed since its last one: each is a job of the queue, and
 * sealed and delivered like a capture, once all captures of its set are sealed. What it says of them is read then.
 */
export class ClosingRecords {
  readonly #parts: QueueParts;
  readonly #loop: {sealNow(): void};

  constructor(parts: QueueParts, loop: {sealNow(): void}) {
    this.#parts = parts;
    this.#loop = loop;
  }

  /** Resolves once the records are stored, to the capture id of that of the newest set. */
  async close(connection: Connection, picture: Blob, shots: SetClosing['shots']): Promise<string> {
    const {ports, visits} = this.#parts;
    const {endpoint, client} = connection;
    const {config, source} = client;
    const name = jobNameOf(config.job, (problem) => {
      throw invalid(`${problem}.`);
    });
    if (name === undefined) throw invalid('There is no job to close: the option job is not set.');
    const {tags} = sealableAdditions({tags: config.tags}, () => undefined);
    const account = await connection.accountOf();
    const now = ports.clock.now();
    const capturedAt = new Date(now).toISOString();
    const job: Job = {
      captureId: ports.random.uuid(),
      mode: 'image',
      mediaType: 'image/jpeg',
      capturedAt,
      endpoint,
      ...(account && {account}),
      ...(source && {source}),
      visit: visits.own,
      metadata: plain({capturedAt, tags}),
      set: {job: name, closing: plain(shots)},
      state: {name: 'waiting', dueAt: now, attempts: 0},
    };
    let {captureId} = job;
    for (const id of await ports.store.setsToClose(job)) {
      captureId = ports.random.uuid();
      await this.#keep(connection, {...job, captureId, set: {...job.set, id, job: name}}, picture);
    }
    this.#loop.sealNow();
    return captureId;
  }

  async #keep(connection: Connection, record: Job, picture: Blob): Promise<void> {
    const {ports, ledger, reports} = this.#parts;
    const keeping = await ports.store.add(record, picture);
    if (keeping.name === 'nowhere') {
      throw new SealedCaptureError(keeping.failure.code, keeping.failure.message);
    }
    // As it is stored, with its place in the set.
    const job = withoutManifest((await ports.store.get(record.captureId)) ?? record);
    ledger.setKept(job, {blob: picture, keeping}, connection);
    reports.keeping(job, keeping, connection);
    if (keeping.name === 'stored') ports.backgroundSync.request();
  }
}

const invalid = (message: string): SealedCaptureError =>
  new SealedCaptureError('configuration_invalid', message);
