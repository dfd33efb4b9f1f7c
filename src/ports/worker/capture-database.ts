import {claimed, withoutManifest, type Job} from '../../model/job.js';
import type {Claim} from '../capture-store.js';
import type {Media} from './captures-in-memory.js';
import {
  committing,
  partsOf,
  stores,
  type DatabaseConnection,
  type Transaction,
} from './database-connection.js';
import {isFree} from './free-jobs.js';
import {isSameState} from './same-state.js';
import {jobOf} from './stored-job.js';
import {bytesOf, storedMedia} from './stored-media.js';

/** Captures in IndexedDB: each call is one transaction, durable once it resolves. */
export class CaptureDatabase {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  /** Opens the connection ahead of its first use. */
  open(): Promise<void> {
    return this.#connection.open();
  }

  /** Media are stored in the form they come in: see `storableMedia`. */
  async add(job: Job, media: Media): Promise<void> {
    const stored = await storedMedia(job.captureId, media);
    await this.#connection.write(['jobs', 'media'], (transaction) =>
      committing(transaction, [
        transaction.objectStore('media').add(stored),
        transaction.objectStore('jobs').add(job),
      ]),
    );
  }

  claim(claim: Claim): Promise<Job | undefined> {
    // What is lost with the device's power is claimed once more.
    return this.#write('relaxed', async (transaction) => {
      const jobs = transaction.objectStore('jobs');
      let oldest: Job | undefined;
      for (const state of ['sealing', 'waiting']) {
        const range = IDBKeyRange.bound([claim.endpoint, state], [claim.endpoint, state, []]);
        let cursor = await jobs.index('by-state').openCursor(range);
        let job: Job | undefined;
        for (; cursor && !job; cursor = await cursor.continue()) {
          const read = jobOf(cursor.value);
          if (read && isFree(read, claim)) job = read;
        }
        if (job && (!oldest || job.capturedAt < oldest.capturedAt)) oldest = job;
      }
      if (!oldest) return undefined;
      const job = claimed(oldest, claim.owner, claim.now);
      await committing(transaction, [jobs.put(job)]);
      return job;
    });
  }

  replace(job: Job, expected: Job['state']): Promise<boolean> {
    // A seal that is lost with the device's power is asked for once more, and is the same.
    const durability = job.state.name === 'sealed' ? 'relaxed' : 'strict';
    return this.#write(durability, async (transaction) => {
      const jobs = transaction.objectStore('jobs');
      const stored = jobOf(await jobs.get(job.captureId));
      if (!stored || !isSameState(stored.state, expected)) return false;
      await committing(transaction, [jobs.put(job)]);
      return true;
    });
  }

  #write<T>(
    durability: IDBTransactionDurability,
    work: (transaction: Transaction<'jobs'>) => Promise<T>,
  ): Promise<T> {
    return this.#connection.write(['jobs'], work, undefined, durability);
  }

  async get(captureId: string): Promise<Job | undefined> {
    return jobOf(await this.#connection.read((database) => database.get('jobs', captureId)));
  }

  /** Of sealed ones without their manifests, which are large. */
  async list(): Promise<Job[]> {
    const records = await this.#connection.read((database) => database.getAll('jobs'));
    return records.flatMap((record) => jobOf(record) ?? []).map(withoutManifest);
  }

  /** Rejects with `media_unsupported` if the bytes are no longer those that were stored. */
  async media(captureId: string): Promise<ArrayBuffer | undefined> {
    const [stored, parts] = await this.#connection.read((database) => {
      const transaction = database.transaction(['media', 'parts']);
      return Promise.all([
        transaction.objectStore('media').get(captureId),
        transaction.objectStore('parts').getAll(partsOf(captureId)),
      ]);
    });
    return stored && bytesOf(stored, parts);
  }

  /** With its parts, and with what is left of a recording that was kept otherwise in the end. */
  remove(captureId: string): Promise<void> {
    return this.#connection.write(stores, (transaction) =>
      committing(transaction, [
        transaction.objectStore('jobs').delete(captureId),
        transaction.objectStore('media').delete(captureId),
        transaction.objectStore('recordings').delete(captureId),
        transaction.objectStore('parts').delete(partsOf(captureId)),
      ]),
    );
  }
}
