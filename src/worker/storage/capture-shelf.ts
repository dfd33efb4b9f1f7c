import {toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {isHandedOver, type Job} from '@sealed-capture/seal/model/job/job.js';
import {isClosing, isPlaced} from '@sealed-capture/seal/model/job/job-set.js';
import type {SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Claim, ForgottenSets, HandOverRecord} from '../../ports/captures/capture-store.js';
import type {Keeping, StorageFailure} from '@sealed-capture/seal/model/job/keeping.js';
import type {CaptureDatabase} from './capture-database.js';
import {endsFile} from './after-hand-over.js';
import {CapturesInMemory, type Media} from './captures-in-memory.js';
import {reopened, setsToClose} from './sets/stored-set.js';
import {digestOf, storedMedia} from './stored-media.js';

/** Bytes of media that may stay in memory after storing, so that sealing need not read them. */
const AT_HAND_LIMIT = 64 * 1024 * 1024;

/** Stores captures in the database or, if that fails, in memory, and reports which. */
export class CaptureShelf {
  readonly #database: CaptureDatabase;
  readonly #report: (bug: unknown) => void;
  readonly #memory = new CapturesInMemory();
  /** Recently stored media, newest last. */
  readonly #atHand = new Map<string, Media>();

  /** `report` is called with the exception if a bug of this package prevented storing. */
  constructor(database: CaptureDatabase, report: (bug: unknown) => void = () => undefined) {
    this.#database = database;
    this.#report = report;
  }

  /** Opens the database before the first capture. Errors are reported when something is stored. */
  async open(): Promise<void> {
    await this.#database.open().catch(() => undefined);
  }

  async add(job: Job, media: Media): Promise<Keeping> {
    try {
      await this.withRoom(() => this.#database.add(job, media));
    } catch (thrown) {
      return await this.keepInMemory(job, media, thrown);
    }
    this.putAtHand(job.captureId, media);
    return {name: 'stored'};
  }

  /** Runs `write`. If there is no room, deletes files that pages already have, and runs it again. */
  async withRoom<T>(write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (thrown) {
        const {code} = toSealedCaptureError(thrown, 'storage_unavailable');
        if (code !== 'storage_full' || !(await this.makeRoom().catch(() => false))) throw thrown;
      }
    }
  }

  makeRoom(): Promise<boolean> {
    return this.#database.makeRoom();
  }

  /**
   * Keeps a capture in memory that the database refused with `thrown`. Its number in its set is stored if there is room for that;
   * otherwise its set is one of this worker alone, so that no number is given twice. Rejects with `thrown` for a closing record
   * whose set is neither stored nor in memory.
   */
  async keepInMemory(job: Job, media: Media, thrown: unknown): Promise<Keeping> {
    if (job.set) {
      const digest = await digestOf(await storedMedia('', media), job.mode).catch(() => undefined);
      const place = await this.#database.place(job, digest).catch(() => job);
      if (isClosing(place) && !isPlaced(place) && !this.#memory.hasSetOf(place)) throw thrown;
      this.#memory.add(place, media, digest);
    } else this.#memory.add(job, media);
    return {name: 'memory', failure: this.failureOf(thrown)};
  }

  /** Why something could not be stored; a bug is reported. */
  failureOf(thrown: unknown): StorageFailure {
    const {code, message} = toSealedCaptureError(thrown, 'storage_unavailable');
    if (code === 'internal_error') this.#report(thrown);
    const isTold = code === 'storage_full' || code === 'internal_error';
    return {code: isTold ? code : 'storage_unavailable', message};
  }

  /** Keeps media in memory to save a read; drops the oldest above the limit. */
  putAtHand(captureId: string, media: Media): void {
    this.#atHand.set(captureId, media);
    let total = 0;
    for (const kept of this.#atHand.values()) total += sizeOf(kept);
    for (const [oldest, kept] of this.#atHand) {
      if (total <= AT_HAND_LIMIT) break;
      this.#atHand.delete(oldest);
      total -= sizeOf(kept);
    }
  }

  async claim(claim: Claim): Promise<Job | undefined> {
    const blocked: string[] = [];
    for (const job of this.#memory.list()) {
      const isBlocked = isClosing(job) && (await this.#hasUnsealed(job));
      if (isBlocked) blocked.push(job.captureId);
    }
    return (
      this.#memory.claim(claim, blocked) ?? (await this.#database.claim(claim, this.#memory.list()))
    );
  }

  async #hasUnsealed({set}: Job): Promise<boolean> {
    return this.#database.hasUnsealed(set?.id ?? '').catch(() => false);
  }

  async replace(job: Job, expected: Job['state']): Promise<boolean> {
    if (this.#memory.has(job.captureId)) return this.#memory.replace(job, expected);
    return this.#database.replace(job, expected);
  }

  async get(captureId: string): Promise<Job | undefined> {
    return this.#memory.get(captureId) ?? (await this.#database.get(captureId));
  }

  async has(captureId: string): Promise<boolean> {
    const job = this.#memory.get(captureId);
    return job ? !isHandedOver(job) : this.#database.has(captureId);
  }

  async list(): Promise<Job[]> {
    return [...(await this.#database.list()), ...this.#memory.list()];
  }

  /** The media; undefined if there are none with this id. */
  async media(captureId: string): Promise<ArrayBuffer | undefined> {
    const near = this.#atHand.get(captureId) ?? this.#memory.media(captureId);
    if (near) return near instanceof Blob ? near.arrayBuffer() : near;
    return this.#database.media(captureId);
  }

  async handOver(record: HandOverRecord): Promise<boolean> {
    const {captureId, next} = record;
    if (next.name === 'delivered') this.#atHand.delete(captureId);
    if (!this.#memory.has(captureId)) return this.#database.handOver(record);
    const isNoted = this.#memory.handOver(record);
    if (isNoted && endsFile(record)) await this.#removeParts(captureId);
    return isNoted;
  }

  async remove(captureId: string, expected?: Job['state'], discardedAt?: string): Promise<boolean> {
    this.#atHand.delete(captureId);
    const near = this.#memory.get(captureId);
    if (!near) return this.#database.remove(captureId, expected, discardedAt);
    if (!this.#memory.remove(captureId, expected, discardedAt)) return false;
    if (discardedAt) {
      await this.#database.discardPlaced(near, discardedAt).catch(() => undefined);
    }
    await this.#removeParts(captureId);
    return true;
  }

  async setsToClose(job: Job): Promise<string[]> {
    const near = this.#memory.setsOf(job);
    const stored = await this.#database.setsOf(job).catch((thrown: unknown) => {
      if (near.length === 0) throw thrown;
      return [];
    });
    const sets = [...stored, ...near].map(async (set) => {
      const record = set.closedBy && (await this.get(set.closedBy).catch(() => undefined));
      return record && record.state.name === 'failed' ? reopened(set) : set;
    });
    return setsToClose(await Promise.all(sets));
  }

  async setRequest(job: Job): Promise<SetRequest | undefined> {
    const near = this.#memory.get(job.captureId);
    const isHere = near && (!isClosing(near) || this.#memory.hasSetOf(near));
    return isHere ? this.#memory.setRequest(near) : this.#database.setRequest(near ?? job);
  }

  async forgetSets(sets: ForgottenSets): Promise<void> {
    this.#memory.forgetSets(sets);
    await this.#database.forgetSets(sets);
  }

  /** Deletes the parts of a recording that could not be finished in the database. */
  async #removeParts(captureId: string): Promise<void> {
    await this.#database.remove(captureId).catch(() => undefined);
  }
}

const sizeOf = (media: Media): number => (media instanceof Blob ? media.size : media.byteLength);
