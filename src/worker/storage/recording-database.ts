import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {RecordedPart} from '../../ports/audio/recorder.js';
import type {Media} from './captures-in-memory.js';
import {
  committing,
  partsOf,
  PATIENCE_MS,
  storesWithSets,
  type DatabaseConnection,
} from './database-connection.js';
import {placeOf} from './sets/places.js';
import {jobOf} from './stored-job.js';
import {digestOf, hashed, isWhole, storedMedia} from './stored-media.js';

/** The stored data of an unfinished recording. */
export interface KeptRecording {
  job: Job;
  /** In order, without those that the storage has corrupted. */
  parts: RecordedPart[];
}

/** Stores recordings in IndexedDB, part by part: each call is one transaction, durable once it resolves. */
export class RecordingDatabase {
  readonly #connection: DatabaseConnection;
  readonly #inTime: {patience: number};

  /**
   * @param patience milliseconds after which a call rejects, so that a recording continues and ends even if the
   *   storage does not answer
   */
  constructor(connection: DatabaseConnection, patience = PATIENCE_MS) {
    this.#connection = connection;
    this.#inTime = {patience};
  }

  /** Stores the job of a new recording; a second call replaces it. */
  begin(job: Job): Promise<void> {
    return this.#connection.write(
      ['recordings'],
      (transaction) => committing(transaction, [transaction.objectStore('recordings').put(job)]),
      this.#inTime,
    );
  }

  /** Stores a part. Resolves to false, and writes nothing, if the recording was not begun here or is over. */
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
   * Makes the recording a capture of its first `count` parts; later ones are deleted. Resolves to false, and writes
   * nothing, if it is gone or parts are missing. It gets its number in its set in the same transaction.
   */
  async finish(job: Job, infoFrame: ArrayBuffer, count: number): Promise<boolean> {
    const {captureId} = job;
    const front = {captureId, ...(await hashed(infoFrame)), parts: count};
    return this.#connection.write(
      storesWithSets,
      async (transaction) => {
        const parts = transaction.objectStore('parts');
        const recordings = transaction.objectStore('recordings');
        const [begun, kept] = await Promise.all([
          recordings.getKey(captureId),
          parts.count(partsOf(captureId, 1, count)),
        ]);
        if (begun === undefined || kept !== count) return false;
        // Without a digest: the parts would have to be read for it.
        const place = await placeOf(transaction, job);
        await committing(transaction, [
          transaction.objectStore('media').add(front),
          transaction.objectStore('jobs').add(place.job),
          ...place.write(),
          recordings.delete(captureId),
          parts.delete(partsOf(captureId, count + 1)),
        ]);
        return true;
      },
      this.#inTime,
    );
  }

  /** Makes the recording a capture with these media in place of its parts; see `storableMedia`. */
  async finishWhole(job: Job, media: Media): Promise<void> {
    const {captureId} = job;
    const stored = await storedMedia(captureId, media);
    const digest = job.set && (await digestOf(stored, job.mode));
    await this.#connection.write(
      storesWithSets,
      async (transaction) => {
        const place = await placeOf(transaction, job, digest);
        await committing(transaction, [
          transaction.objectStore('parts').delete(partsOf(captureId)),
          transaction.objectStore('recordings').delete(captureId),
          transaction.objectStore('media').add(stored),
          transaction.objectStore('jobs').add(place.job),
          ...place.write(),
        ]);
      },
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

  /** Reads a recording; undefined if it is gone. */
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
