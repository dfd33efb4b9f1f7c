import type {Job} from '../../model/job.js';
import type {RecordedPart} from '../../ports/audio/recorder.js';
import type {Media} from './captures-in-memory.js';
import {
  committing,
  partsOf,
  PATIENCE_MS,
  stores,
  type DatabaseConnection,
} from './database-connection.js';
import {jobOf} from './stored-job.js';
import {hashed, isWhole, storedMedia} from './stored-media.js';

/** What is kept of a recording that is not finished. */
export interface KeptRecording {
  job: Job;
  /** In order, without those that the storage has spoilt. */
  parts: RecordedPart[];
}

/** Recordings in IndexedDB, part by part: each call is one transaction, durable once it resolves. */
export class RecordingDatabase {
  readonly #connection: DatabaseConnection;
  readonly #inTime: {patience: number};

  /** @param patience milliseconds: a recording goes on, and ends, also where the storage never answers */
  constructor(connection: DatabaseConnection, patience = PATIENCE_MS) {
    this.#connection = connection;
    this.#inTime = {patience};
  }

  /** Once more: replaces the job. */
  begin(job: Job): Promise<void> {
    return this.#connection.write(
      ['recordings'],
      (transaction) => committing(transaction, [transaction.objectStore('recordings').put(job)]),
      this.#inTime,
    );
  }

  /** False where the recording was not begun here, or is over: then nothing is written. */
  async addPart(captureId: string, part: RecordedPart): Promise<boolean> {
    const stored = {...part, captureId, ...(await hashed(part.bytes))};
    return this.#connection.write(
      ['recordings', 'parts'],
      async (transaction) => {
        const begun = await transaction.objectStore('recordings').getKey(captureId);
        if (begun === undefined) return false;
        await committing(transaction, [transaction.objectStore('parts').put(stored)]);
        return true;
      },
      this.#inTime,
    );
  }

  /**
   * Makes the recording a capture with its first `count` parts as they are; later ones go. False where it is gone or
   * parts are missing: then nothing is written.
   */
  async finish(job: Job, infoFrame: ArrayBuffer, count: number): Promise<boolean> {
    const {captureId} = job;
    const front = {captureId, ...(await hashed(infoFrame)), parts: count};
    return this.#connection.write(
      stores,
      async (transaction) => {
        const parts = transaction.objectStore('parts');
        const recordings = transaction.objectStore('recordings');
        const [begun, kept] = await Promise.all([
          recordings.getKey(captureId),
          parts.count(partsOf(captureId, 1, count)),
        ]);
        if (begun === undefined || kept !== count) return false;
        await committing(transaction, [
          transaction.objectStore('media').add(front),
          transaction.objectStore('jobs').add(job),
          recordings.delete(captureId),
          parts.delete(partsOf(captureId, count + 1)),
        ]);
        return true;
      },
      this.#inTime,
    );
  }

  /** Makes it a capture with these media in place of its parts; see `storableMedia`. */
  async finishWhole(job: Job, media: Media): Promise<void> {
    const {captureId} = job;
    const stored = await storedMedia(captureId, media);
    await this.#connection.write(
      stores,
      (transaction) =>
        committing(transaction, [
          transaction.objectStore('parts').delete(partsOf(captureId)),
          transaction.objectStore('recordings').delete(captureId),
          transaction.objectStore('media').add(stored),
          transaction.objectStore('jobs').add(job),
        ]),
      this.#inTime,
    );
  }

  discard(captureId: string): Promise<void> {
    return this.#connection.write(
      ['recordings', 'parts'],
      (transaction) =>
        committing(transaction, [
          transaction.objectStore('recordings').delete(captureId),
          transaction.objectStore('parts').delete(partsOf(captureId)),
        ]),
      this.#inTime,
    );
  }

  async unfinished(): Promise<Job[]> {
    const records = await this.#connection.read((database) => database.getAll('recordings'));
    return records.flatMap((record) => jobOf(record) ?? []);
  }

  /** Undefined where it is gone. */
  async read(captureId: string): Promise<KeptRecording | undefined> {
    const [job, stored] = await this.#connection.read((database) => {
      const transaction = database.transaction(['recordings', 'parts']);
      return Promise.all([
        transaction.objectStore('recordings').get(captureId),
        transaction.objectStore('parts').getAll(partsOf(captureId)),
      ]);
    });
    const whole = await Promise.all(stored.map(isWhole));
    return job && {job, parts: stored.filter((_, i) => whole[i])};
  }
}
