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
import type {SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Claim, ForgottenSets, HandOverRecord} from '../../ports/captures/capture-store.js';
import {afterHandOver, endsFile} from './after-hand-over.js';
import type {Media} from './captures-in-memory.js';
import {
  committing,
  partsOf,
  PATIENCE_MS,
  storesWithPreviews,
  type DatabaseConnection,
  type StoreName,
  type Transaction,
} from './database-connection.js';
import {isSameState} from './same-state.js';
import {hasUnsealed, isOpen, nextJob} from './sets/next-job.js';
import {discarding, placeAgain, placeOf, setsOf} from './sets/places.js';
import {setOf} from './sets/reading.js';
import {setRequestOf, type StoredSet} from './sets/stored-set.js';
import {jobOf} from './stored-job.js';
import {bytesOf, digestOf, storedMedia} from './stored-media.js';
import {deleteOldest} from './stored-previews.js';

const filesOfImages = ['media'] as const;
const fileStores = ['media', 'recordings', 'parts'] as const;

type FileStore = (typeof fileStores)[number];

/** The stores with anything of a capture besides its job: all of them, if its mode is not known. */
const filesOf = (mode?: Job['mode']): readonly FileStore[] =>
  mode === 'image' ? filesOfImages : fileStores;

/** Bytes that even a slow device writes in a millisecond. */
const SLOWEST = 10_000;

/** Delivered files that are deleted at once to make room. */
const FEW_FILES = 8;
/** Previews that are deleted at once. All of them have about the size of one capture. */
const FEW_PREVIEWS = 16;

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
   * because a worker may die after it has stored one, and before the page is told. A capture of a set gets its number in the
   * same transaction, so that none is lost or given twice.
   */
  async add(job: Job, media: Media): Promise<void> {
    const stored = await storedMedia(job.captureId, media);
    const size = media instanceof Blob ? media.size : media.byteLength;
    const digest = job.set && (await digestOf(stored, job.mode));
    try {
      await this.#connection.write(
        withSets(['jobs', 'media'], job),
        async (transaction) => {
          const place = await placeOf(transaction, job, digest);
          // Awaited, because a transaction that is being committed cannot be aborted.
          await transaction.objectStore('jobs').add(place.job);
          await committing(transaction, [
            transaction.objectStore('media').add(stored),
            ...place.write(),
          ]);
        },
        {patience: this.#patience + size / SLOWEST},
      );
    } catch (thrown) {
      if (!isTaken(thrown) || !(await this.get(job.captureId))) throw thrown;
    }
  }

  /** @param further jobs that are held in memory: those of one set are sealed one at a time */
  claim(claim: Claim, further?: readonly Job[]): Promise<Job | undefined> {
    // If this is lost with the device's power, the job is claimed again.
    return this.#connection.write(
      ['jobs'],
      async (transaction) => {
        const jobs = transaction.objectStore('jobs');
        const next = await nextJob(jobs, claim, further);
        if (!next) return undefined;
        const job = claimed(next, claim.owner, claim.now);
        await committing(transaction, [jobs.put(job)]);
        return job;
      },
      {durability: 'relaxed'},
    );
  }

  replace(job: Job, expected: Job['state']): Promise<boolean> {
    // If a seal is lost with the device's power, the same one is requested again.
    const isSealed = job.state.name === 'sealed';
    if (isSealed) this.#sealed.set(job.captureId, job.mode);
    const durability = isSealed ? 'relaxed' : 'strict';
    const work = async (transaction: Transaction<StoreName>): Promise<boolean> => {
      const jobs = transaction.objectStore('jobs');
      const stored = jobOf(await jobs.get(job.captureId));
      if (!stored || !isSameState(stored.state, expected)) return false;
      const place = await placeAgain(transaction, withLastCopy(job, stored), stored);
      await committing(transaction, [jobs.put(place.job), ...place.write()]);
      return true;
    };
    return this.#connection.write(withSets(['jobs'], job), work, {durability});
  }

  handOver(record: HandOverRecord): Promise<boolean> {
    const {captureId} = record;
    const isOver = endsFile(record);
    const files = isOver ? filesOf(this.#sealed.get(captureId)) : [];
    if (isOver) this.#sealed.delete(captureId);
    const work = async (transaction: Transaction<StoreName>): Promise<boolean> => {
      const jobs = transaction.objectStore('jobs');
      const job = jobOf(await jobs.get(captureId));
      const after = job && afterHandOver(job, record);
      if (!after) return false;
      const done = [...deletions(transaction, files, captureId), jobs.put(after)];
      await committing(transaction, done);
      return true;
    };
    // If this is lost with the device's power, the file is delivered again.
    return this.#connection.write(['jobs', ...files], work, {durability: 'relaxed'});
  }

  /**
   * Deletes some of the previews or, if there are none, of the delivered files, oldest first, and leaves their jobs; resolves to
   * false if there are none.
   */
  makeRoom(): Promise<boolean> {
    return this.#connection.write(storesWithPreviews, async (transaction) => {
      if (await deleteOldest(transaction.objectStore('previews'), FEW_PREVIEWS)) return true;
      const jobs = transaction.objectStore('jobs');
      const records: unknown[] = await jobs.getAll();
      const kept = records
        .flatMap((record) => jobOf(record) ?? [])
        .filter((job) => job.state.name === 'delivered' && hasFile(job))
        .sort((a, b) => (a.capturedAt < b.capturedAt ? -1 : 1))
        .slice(0, FEW_FILES);
      await committing(
        transaction,
        kept.flatMap((job) => [
          ...deletions(transaction, fileStores, job.captureId),
          jobs.put(withoutFile(job)),
        ]),
      );
      return kept.length > 0;
    });
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
   * `expected`, resolves to false and deletes nothing if the stored state is another, or the job is gone. With `discardedAt`,
   * the record of its set says that it was deleted, and when.
   */
  remove(captureId: string, expected?: Job['state'], discardedAt?: string): Promise<boolean> {
    const mode = this.#sealed.get(captureId);
    this.#sealed.delete(captureId);
    const names = ['jobs', ...filesOf(mode), 'previews'] as const;
    const work = async (transaction: Transaction<StoreName>): Promise<boolean> => {
      const stored = jobOf(await transaction.objectStore('jobs').get(captureId));
      if (expected && !(stored && isSameState(stored.state, expected))) return false;
      const write = discardedAt && (await discarding(transaction, captureId, discardedAt, stored));
      await committing(transaction, [
        ...deletions(transaction, names, captureId),
        ...(write ? write() : []),
      ]);
      return true;
    };
    // If a removal after the delivery is lost with the device's power, the next visit delivers again.
    return this.#connection.write(discardedAt ? [...names, 'sets'] : names, work, {
      durability: mode && !discardedAt ? 'relaxed' : 'strict',
    });
  }

  /** Gives a capture that is held in memory its place in its set. */
  place(job: Job, digest?: string): Promise<Job> {
    return this.#connection.write(['sets'], async (transaction) => {
      const place = await placeOf(transaction, job, digest);
      await committing(transaction, place.write());
      return place.job;
    });
  }

  /** The stored sets of the job's name, endpoint and account. */
  setsOf(job: Job): Promise<StoredSet[]> {
    return this.#connection.read((database) => setsOf(database.transaction('sets'), job));
  }

  /** Records that a capture of memory was discarded, if its set is stored. */
  discardPlaced(job: Job, discardedAt: string): Promise<void> {
    return this.#connection.write(['sets'], async (transaction) => {
      const write = await discarding(transaction, job.captureId, discardedAt, job);
      await committing(transaction, write());
    });
  }

  /** What the service is told of a job's set; undefined if it is part of none. */
  async setRequest(job: Job): Promise<SetRequest | undefined> {
    if (!job.set) return undefined;
    return this.#connection.read(async (database) => {
      // A claim that could not be written has no number.
      const known = jobOf(await database.get('jobs', job.captureId)) ?? job;
      const id = known.set?.closing && known.set.id;
      return setRequestOf(known, id ? setOf(await database.get('sets', id)) : undefined);
    });
  }

  /** True if a capture of the set is not sealed, for whatever reason. */
  hasUnsealed(id: string): Promise<boolean> {
    return this.#connection.read((database) => hasUnsealed(database.transaction('jobs').store, id));
  }

  /**
   * Deletes the records of an account's sets, or of those that were not changed since then and of which nothing is left to be
   * sealed.
   */
  async forgetSets({account, unchangedSince}: ForgottenSets): Promise<void> {
    const range = unchangedSince ? IDBKeyRange.upperBound(unchangedSince) : null;
    // Usually there are none, and captures wait for a transaction that writes.
    if (!(await this.#connection.read((all) => all.countFromIndex('sets', 'by-age', range))))
      return;
    await this.#connection.write(['jobs', 'sets'], async (transaction) => {
      const sets = transaction.objectStore('sets');
      const jobs = transaction.objectStore('jobs');
      for (const set of await sets.index('by-age').getAll(range)) {
        const isOver = unchangedSince ? !(await isOpen(jobs, set.id)) : set.account === account;
        if (isOver) await sets.delete(set.id);
      }
    });
  }
}

/** True if the key to be added exists already. */
const isTaken = (thrown: unknown): boolean =>
  thrown instanceof SealedCaptureError &&
  thrown.cause instanceof DOMException &&
  thrown.cause.name === 'ConstraintError';

const deletions = <Name extends StoreName>(
  transaction: Transaction<Name>,
  names: readonly Name[],
  captureId: string,
): Promise<void>[] =>
  names.map((name) =>
    transaction.objectStore(name).delete(name === 'parts' ? partsOf(captureId) : captureId),
  );

/** The stores of a transaction about a job: with those of sets, if its page has named its set. */
const withSets = (names: readonly StoreName[], {set}: Job): readonly StoreName[] =>
  set ? [...names, 'sets'] : names;
