import {SealedCaptureError} from '../../model/errors.js';
import type {Job} from '../../model/job.js';
import type {RecordedPart} from '../audio/recorder.js';
import type {Keeping, StorageFailure} from '../capture-store.js';
import type {Clock} from '../clock.js';
import type {CompleteRecording, RecordingStore, RecoveredRecording} from '../recording-store.js';
import {storageFailure, type CaptureShelf} from './capture-shelf.js';
import type {KeptRecording, RecordingDatabase} from './recording-database.js';
import {recoveredRecording} from './recovered-recording.js';
import {storableMedia} from './storable-media.js';

/** Where recordings are kept while they are made: what the database does not take, in memory, saying so. */
export class RecordingShelf implements RecordingStore {
  readonly #database: RecordingDatabase;
  readonly #captures: CaptureShelf;
  readonly #clock: Clock;
  /** Recordings that this page began, with the parts that the database did not take. */
  readonly #own = new Map<string, KeptRecording>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: RecordingDatabase, captures: CaptureShelf, clock: Clock) {
    this.#database = database;
    this.#captures = captures;
    this.#clock = clock;
  }

  begin(job: Job): Promise<Keeping> {
    this.#own.set(job.captureId, {job, parts: []});
    return this.#inTurn(async () => {
      try {
        await this.#database.begin(job);
        return {name: 'stored'};
      } catch (thrown) {
        return {name: 'memory', failure: storageFailure(thrown)};
      }
    });
  }

  addPart(captureId: string, part: RecordedPart): Promise<Keeping> {
    return this.#inTurn(async () => {
      const failure = await this.#failureOfPart(captureId, part);
      if (!failure) return {name: 'stored'};
      const own = this.#own.get(captureId);
      own?.parts.push(part);
      return {name: own ? 'memory' : 'nowhere', failure};
    });
  }

  finish(job: Job, recording: CompleteRecording): Promise<Keeping> {
    return this.#inTurn(() => this.#finish(job, recording));
  }

  discard(captureId: string): Promise<void> {
    return this.#inTurn(() => {
      this.#own.delete(captureId);
      return this.#database.discard(captureId);
    });
  }

  unfinished(): Promise<Job[]> {
    return this.#database.unfinished();
  }

  recover(captureId: string): Promise<RecoveredRecording | undefined> {
    return this.#inTurn(() => this.#recover(captureId));
  }

  async #failureOfPart(captureId: string, part: RecordedPart): Promise<StorageFailure | undefined> {
    try {
      if (await this.#database.addPart(captureId, part)) return undefined;
      throw new SealedCaptureError('storage_unavailable', 'The recording is not kept any more.');
    } catch (thrown) {
      return storageFailure(thrown);
    }
  }

  async #finish(job: Job, {infoFrame, parts, blob}: CompleteRecording): Promise<Keeping> {
    const {captureId} = job;
    this.#own.delete(captureId);
    try {
      const inPlace = this.#database.finish(job, infoFrame, parts).catch(() => false);
      if (!(await inPlace)) await this.#database.finishWhole(job, await storableMedia(blob));
    } catch (thrown) {
      return this.#captures.keepInMemory(job, blob, thrown);
    }
    this.#captures.putAtHand(captureId, blob);
    return {name: 'stored'};
  }

  async #recover(captureId: string): Promise<RecoveredRecording | undefined> {
    const own = this.#own.get(captureId);
    const kept = await this.#database.read(captureId).catch((thrown: unknown) => {
      if (!own) throw thrown;
      return undefined;
    });
    const {job} = kept ?? own ?? {};
    if (!job) return undefined;
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
    // In one transaction, so that one page alone has it.
    const isMine = await this.#database.finish(recovered.job, recording.infoFrame, recording.parts);
    if (!isMine) return undefined;
    this.#captures.putAtHand(captureId, recording.blob);
    return {job: recovered.job, blob: recording.blob, keeping: {name: 'stored'}};
  }

  /** One after another, as they were asked for: the last part stands before the end of its recording. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
