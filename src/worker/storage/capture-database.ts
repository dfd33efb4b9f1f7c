import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {
  claimed,
  hasFile,
  isHandedOver,
  withLastCopy,
  withoutFile,
  withoutManifest,
  type Job,
} from '@sealed-capture/seal/model/job/job.js';
import {maySealNow} from '@sealed-capture/seal/model/job/retries.js';
import type {Claim, HandOverRecord} from '../../ports/captures/capture-store.js';
import {afterHandOver, endsFile} from './after-hand-over.js';
import type {Media} from './captures-in-memory.js';
import {
  committing,
  partsOf,
  PATIENCE_MS,
  stores,
  storesWithPreviews,
  type DatabaseConnection,
  type Transaction,
} from './database-connection.js';
import {isSameState} from './same-state.js';
import {jobOf} from './stored-job.js';
import {bytesOf, storedMedia} from './stored-media.js';
import {deleteOldest} from './stored-previews.js';

const storesOfImages = ['jobs', 'media'] as const;

type StoreName = (typeof stores)[number];

/** The stores with anything of a capture: all of them, if its mode is not known. */
const storesOf = (mode?: Job['mode']): readonly StoreName[] =>
  mode === 'image' ? storesOfImages : stores;

/** Bytes that even a slow device writes in a millisecond. */
const SLOWEST = 10_000;

/** Captures that are read first: one of the oldest is nearly always free, and reading a thousand is slow. */
const FIRST_FEW = 8;
/** Previews that are deleted at once. All of them have about the size of one capture. */
const FEW_PREVIEWS = 16;
/** Factor by which the number of captures to read grows if none is free. */
const MORE = 8;

/** Stores captures in IndexedDB: each call is one transaction. What would only be repeated is written `relaxed`. */
export class CaptureDatabase {
  readonly #connection: DatabaseConnection;
  readonly #patience: number;
  /** Captures that were sealed here and may be delivered. Losing their state would only repeat the work. */
  readonly #sealed = new Map<string, Job['mode']>();

  /** @param patience milliseconds after which a call rejects if the storage does not answer */
  constructor(connection: DatabaseConnection, patience = PATIENCE_MS) {
    this.#connection = connection;
    this.#patience = patience;
  }

  /** Opens the connection before its first use. */
  open(): Promise<void> {
    return this.#connection.open();
  }

  /**
   * Stores a capture. Media are stored in the given form: see `storableMedia`. An existing capture stays unchanged,
   * because a worker may die after it has stored one, and before the page is told.
   */
  async add(job: Job, media: Media): Promise<void> {
    const stored = await storedMedia(job.captureId, media);
    const size = media instanceof Blob ? media.size : media.byteLength;
    try {
      await this.#connection.write(
        storesOfImages,
        async (transaction) => {
          // Awaited, because a transaction that is being committed cannot be aborted.
          await transaction.objectStore('jobs').add(job);
          await committing(transaction, [transaction.objectStore('media').add(stored)]);
        },
        {patience: this.#patience + size / SLOWEST},
      );
    } catch (thrown) {
      if (!isTaken(thrown) || !(await this.get(job.captureId))) throw thrown;
    }
  }

  claim(claim: Claim): Promise<Job | undefined> {
    // If this is lost with the device's power, the job is claimed again.
    return this.#write('relaxed', async (transaction) => {
      const jobs = transaction.objectStore('jobs');
      let oldest: Job | undefined;
      for (const state of ['sealing', 'waiting']) {
        const range = IDBKeyRange.bound([claim.endpoint, state], [claim.endpoint, state, []]);
        const index = jobs.index('by-state');
        let job: Job | undefined;
        let isMore = true;
        for (let count = FIRST_FEW; !job && isMore; count *= MORE) {
          const records: unknown[] = await index.getAll(range, count);
          job = firstFree(records, claim);
          isMore = records.length === count;
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
    // If a seal is lost with the device's power, the same one is requested again.
    const isSealed = job.state.name === 'sealed';
    if (isSealed) this.#sealed.set(job.captureId, job.mode);
    const durability = isSealed ? 'relaxed' : 'strict';
    return this.#write(durability, async (transaction) => {
      const jobs = transaction.objectStore('jobs');
      const stored = jobOf(await jobs.get(job.captureId));
      if (!stored || !isSameState(stored.state, expected)) return false;
      await committing(transaction, [jobs.put(withLastCopy(job, stored))]);
      return true;
    });
  }

  handOver(record: HandOverRecord): Promise<boolean> {
    const {captureId} = record;
    const isOver = endsFile(record);
    const names = isOver ? storesOf(this.#sealed.get(captureId)) : (['jobs'] as const);
    if (isOver) this.#sealed.delete(captureId);
    const work = async (transaction: Transaction<StoreName>): Promise<boolean> => {
      const jobs = transaction.objectStore('jobs');
      const job = jobOf(await jobs.get(captureId));
      const after = job && afterHandOver(job, record);
      if (!after) return false;
      const files = names.filter((name) => name !== 'jobs');
      const done = [...deletions(transaction, files, captureId), jobs.put(after)];
      await committing(transaction, done);
      return true;
    };
    // If this is lost with the device's power, the file is delivered again.
    return this.#connection.write(names, work, {durability: 'relaxed'});
  }

  /**
   * Deletes some of the previews or, if there are none, of the delivered files, oldest first, and leaves their jobs; resolves to
   * false if there are none.
   */
  makeRoom(): Promise<boolean> {
    return this.#connection.write(storesWithPreviews, async (transaction) => {
      if (await deleteOldest(transaction.objectStore('previews'), FEW_PREVIEWS)) return true;
      const jobs = transaction.objectStore('jobs');
      const files = stores.filter((name) => name !== 'jobs');
      const records: unknown[] = await jobs.getAll();
      const kept = records
        .flatMap((record) => jobOf(record) ?? [])
        .filter((job) => job.state.name === 'delivered' && hasFile(job))
        .sort((a, b) => (a.capturedAt < b.capturedAt ? -1 : 1))
        .slice(0, FIRST_FEW);
      await committing(
        transaction,
        kept.flatMap((job) => [
          ...deletions(transaction, files, job.captureId),
          jobs.put(withoutFile(job)),
        ]),
      );
      return kept.length > 0;
    });
  }

  #write<T>(
    durability: IDBTransactionDurability,
    work: (transaction: Transaction<'jobs'>) => Promise<T>,
  ): Promise<T> {
    return this.#connection.write(['jobs'], work, {durability});
  }

  async get(captureId: string): Promise<Job | undefined> {
    return jobOf(await this.#connection.read((database) => database.get('jobs', captureId)));
  }

  /** True while the capture is stored and no page was told that it is sealed. */
  async has(captureId: string): Promise<boolean> {
    const job = await this.get(captureId);
    return job !== undefined && !isHandedOver(job);
  }

  /**
   * All jobs, oldest first, so that the page has little to sort. Sealed ones come without their manifests, which
   * are large.
   */
  async list(): Promise<Job[]> {
    const records = await this.#connection.read((database) => database.getAll('jobs'));
    return records
      .flatMap((record) => jobOf(record) ?? [])
      .map(withoutManifest)
      .sort((a, b) => (a.capturedAt < b.capturedAt ? -1 : 1));
  }

  /** The media. Rejects with `media_unsupported` if the bytes differ from those that were stored. */
  async media(captureId: string): Promise<ArrayBuffer | undefined> {
    const [stored, parts] = await this.#connection.read(async (database) => {
      const transaction = database.transaction(['media', 'parts']);
      const stored = await transaction.objectStore('media').get(captureId);
      if (!stored || !('parts' in stored)) return [stored, []];
      return [stored, await transaction.objectStore('parts').getAll(partsOf(captureId))];
    });
    return stored && bytesOf(stored, parts);
  }

  /** The preview of a delivered photo; undefined if there is none. */
  async preview(captureId: string): Promise<Blob | undefined> {
    const stored = await this.#connection.read((database) => database.get('previews', captureId));
    return stored && new Blob([stored.picture], {type: 'image/jpeg'});
  }

  /**
   * Deletes the capture with its parts, and the rest of a recording that was stored in another way in the end. With
   * `expected`, resolves to false and deletes nothing if the stored state is another, or the job is gone.
   */
  remove(captureId: string, expected?: Job['state']): Promise<boolean> {
    const mode = this.#sealed.get(captureId);
    this.#sealed.delete(captureId);
    const names = [...storesOf(mode), 'previews'] as const;
    const work = async (transaction: Transaction<(typeof names)[number]>): Promise<boolean> => {
      if (expected) {
        const stored = jobOf(await transaction.objectStore('jobs').get(captureId));
        if (!stored || !isSameState(stored.state, expected)) return false;
      }
      await committing(transaction, deletions(transaction, names, captureId));
      return true;
    };
    // If a removal after the delivery is lost with the device's power, the next visit delivers again.
    return this.#connection.write(names, work, {durability: mode ? 'relaxed' : 'strict'});
  }
}

/** True if the key to be added exists already. */
const isTaken = (thrown: unknown): boolean =>
  thrown instanceof SealedCaptureError &&
  thrown.cause instanceof DOMException &&
  thrown.cause.name === 'ConstraintError';

const deletions = <Name extends StoreName | 'previews'>(
  transaction: Transaction<Name>,
  names: readonly Name[],
  captureId: string,
): Promise<void>[] =>
  names.map((name) =>
    transaction.objectStore(name).delete(name === 'parts' ? partsOf(captureId) : captureId),
  );

function firstFree(records: readonly unknown[], claim: Claim): Job | undefined {
  for (const record of records) {
    const job = jobOf(record);
    if (job && maySealNow(job, claim.now, claim)) return job;
  }
  return undefined;
}
