import {toSealedCaptureError} from '../../model/errors.js';
import {isHandedOver, type Job} from '../../model/job.js';
import type {
  Claim,
  Handing,
  Keeping,
  StorageFailure,
} from '../../ports/worker-channel/media-worker-calls.js';
import type {CaptureDatabase} from './capture-database.js';
import {CapturesInMemory, type Media} from './captures-in-memory.js';

/** Bytes of media that may stay at hand after storing, so that sealing need not read them back. */
const AT_HAND_LIMIT = 64 * 1024 * 1024;

/** Where captures are kept: in the database, and where that fails, in memory, saying so. */
export class CaptureShelf {
  readonly #database: CaptureDatabase;
  readonly #report: (bug: unknown) => void;
  readonly #memory = new CapturesInMemory();
  /** Newest last. */
  readonly #atHand = new Map<string, Media>();

  /** `report` is called with what was thrown, where a bug of this package kept a capture from being stored. */
  constructor(database: CaptureDatabase, report: (bug: unknown) => void = () => undefined) {
    this.#database = database;
    this.#report = report;
  }

  /** Opens the database ahead of the first capture; what is wrong with it is told when something is kept. */
  async open(): Promise<void> {
    await this.#database.open().catch(() => undefined);
  }

  async add(job: Job, media: Media): Promise<Keeping> {
    try {
      await this.withRoom(() => this.#database.add(job, media));
    } catch (thrown) {
      return this.keepInMemory(job, media, thrown);
    }
    this.putAtHand(job.captureId, media);
    return {name: 'stored'};
  }

  /** Writes; where there is no room, what pages have already goes first. */
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

  /** For a capture that the database refused, with what it threw. */
  keepInMemory(job: Job, media: Media, thrown: unknown): Keeping {
    this.#memory.add(job, media);
    return {name: 'memory', failure: this.failureOf(thrown)};
  }

  /** Why something could not be stored; a bug is reported. */
  failureOf(thrown: unknown): StorageFailure {
    const {code, message} = toSealedCaptureError(thrown, 'storage_unavailable');
    if (code === 'internal_error') this.#report(thrown);
    const isTold = code === 'storage_full' || code === 'internal_error';
    return {code: isTold ? code : 'storage_unavailable', message};
  }

  /** Saves reading back what is stored; the oldest goes where it grows too much. */
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
    return this.#memory.claim(claim) ?? (await this.#database.claim(claim));
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

  /** Undefined when nothing is kept under this id. */
  async media(captureId: string): Promise<ArrayBuffer | undefined> {
    const near = this.#atHand.get(captureId) ?? this.#memory.media(captureId);
    if (near) return near instanceof Blob ? near.arrayBuffer() : near;
    return this.#database.media(captureId);
  }

  async handOver(handing: Handing): Promise<boolean> {
    if (handing.next.name === 'delivered') this.#atHand.delete(handing.captureId);
    return this.#memory.handOver(handing) || this.#database.handOver(handing);
  }

  async remove(captureId: string): Promise<void> {
    this.#atHand.delete(captureId);
    if (!this.#memory.has(captureId)) return this.#database.remove(captureId);
    this.#memory.remove(captureId);
    // The parts of a recording that could not be finished there.
    await this.#database.remove(captureId).catch(() => undefined);
  }
}

const sizeOf = (media: Media): number => (media instanceof Blob ? media.size : media.byteLength);
