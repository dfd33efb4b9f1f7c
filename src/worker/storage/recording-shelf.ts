import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {isOutOfTime} from '@sealed-capture/seal/model/errors/out-of-time.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {RecordedPart} from '../../ports/audio/recorder.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import type {Clock} from '../../ports/browser/clock.js';
import type {
  CompleteRecording,
  RecordingStore,
  RecoveredRecording,
} from '../../ports/captures/recording-store.js';
import type {CaptureShelf} from './capture-shelf.js';
import type {KeptRecording, RecordingDatabase} from './recording-database.js';
import {recoveredRecording} from './recovered-recording.js';
import {storableMedia} from './storable-media.js';

/** A recording of this page. `parts` are those that the database does not have yet; it may lack the job too. */
interface OwnRecording extends KeptRecording {
  isBegun: boolean;
}

/** Stores recordings while they are made: in the database or, if that fails, in memory, and reports which. */
export class RecordingShelf implements RecordingStore {
  readonly #database: RecordingDatabase;
  readonly #captures: CaptureShelf;
  readonly #clock: Clock;
  readonly #own = new Map<string, OwnRecording>();
  /** Discarded recordings that are not deleted yet. */
  readonly #discarded = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: RecordingDatabase, captures: CaptureShelf, clock: Clock) {
    this.#database = database;
    this.#captures = captures;
    this.#clock = clock;
  }

  begin(job: Job): Promise<Keeping> {
    return this.#inTurn(() => {
      const {parts = []} = this.#own.get(job.captureId) ?? {};
      this.#own.set(job.captureId, {job, parts, isBegun: false});
      return this.#write(job.captureId, parts);
    });
  }

  addPart(captureId: string, part: RecordedPart): Promise<Keeping> {
    return this.#inTurn(() => {
      const {parts = []} = this.#own.get(captureId) ?? {};
      parts.push(part);
      return this.#write(captureId, parts);
    });
  }

  finish(job: Job, recording: CompleteRecording): Promise<Keeping> {
    return this.#inTurn(() => this.#finish(job, recording));
  }

  discard(captureId: string): Promise<void> {
    return this.#inTurn(() => {
      this.#own.delete(captureId);
      this.#discarded.add(captureId);
      return this.#forget();
    });
  }

  async unfinished(): Promise<Job[]> {
    await this.#inTurn(() => this.#forget()).catch(() => undefined);
    const jobs = await this.#database.unfinished();
    return jobs.filter(({captureId}) => !this.#discarded.has(captureId));
  }

  recover(job: Job): Promise<RecoveredRecording | undefined> {
    return this.#inTurn(() => this.#recover(job));
  }

  async #forget(): Promise<void> {
    for (const captureId of this.#discarded) {
      await this.#database.discard(captureId);
      this.#discarded.delete(captureId);
    }
  }

  /** Writes everything that is not written yet, in order, so that no part is stored after a gap. */
  async #write(captureId: string, parts: RecordedPart[]): Promise<Keeping> {
    const own = this.#own.get(captureId);
    try {
      if (own && !own.isBegun) await this.#database.begin(own.job);
      if (own) own.isBegun = true;
      for (let part; (part = parts[0]); parts.shift()) {
        const next = part;
        if (await this.#captures.withRoom(() => this.#database.addPart(captureId, next))) continue;
        throw new SealedCaptureError('storage_unavailable', 'The recording is not kept any more.');
      }
      return {name: 'stored'};
    } catch (thrown) {
      return {name: own ? 'memory' : 'nowhere', failure: this.#captures.failureOf(thrown)};
    }
  }

  async #finish(job: Job, {infoFrame, parts, blob}: CompleteRecording): Promise<Keeping> {
    const {captureId} = job;
    this.#own.delete(captureId);
    try {
      const inPlace = this.#database.finish(job, infoFrame, parts).catch((thrown: unknown) => {
        if (isOutOfTime(thrown)) throw thrown;
        return false;
      });
      if (!(await inPlace)) await this.#database.finishWhole(job, await storableMedia(blob));
    } catch (thrown) {
      return this.#captures.keepInMemory(job, blob, thrown);
    }
    this.#captures.putAtHand(captureId, blob);
    return {name: 'stored'};
  }

  async #recover(job: Job): Promise<RecoveredRecording | undefined> {
    const {captureId} = job;
    const own = this.#own.get(captureId);
    const kept = await this.#database.read(captureId).catch((thrown: unknown) => {
      // The stored data are left to the next visit.
      if (!own || own.isBegun) throw thrown;
      return undefined;
    });
    if (!kept && !own) return undefined;
    const parts = [...(kept?.parts ?? []), ...(own?.parts ?? [])];
    const recovered = recoveredRecording({job, parts}, this.#clock.now());
    if (!recovered) {
      this.#own.delete(captureId);
      await this.#database.discard(captureId);
      return undefined;
    }
    const {recording} = recovered;
    if (own) {
      const keeping = await this.#finish(recovered.job, recording);
      return {job: recovered.job, blob: recording.blob, keeping};
    }
    // In one transaction, so that only one page gets it.
    const isMine = await this.#database.finish(recovered.job, recording.infoFrame, recording.parts);
    if (!isMine) return undefined;
    this.#captures.putAtHand(captureId, recording.blob);
    return {job: recovered.job, blob: recording.blob, keeping: {name: 'stored'}};
  }

  /** Runs calls in their order, so that the last part is written before the end of its recording. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
