import {
  mayChangeMetadata,
  isSameStage,
  withLastCopy,
  withoutManifest,
  type Failure,
  type Job,
  type JobState,
} from '@sealed-capture/seal/model/job/job.js';
import {isClosing} from '@sealed-capture/seal/model/job/job-set.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {CaptureStore} from '../../../ports/captures/capture-store.js';
import type {Connection} from '../connection/connection.js';
import type {Kept} from '../draft.js';
import type {WithheldFor} from '../queue-client.js';

/** What this page is doing with a capture. */
export type Activity =
  | {name: 'idle'}
  /** The service is being asked for the seal: `since` then (epoch milliseconds), or once credentials are there. */
  | {name: 'asking'; controller: AbortController; since?: number}
  /** The seal has arrived. The attempt lasts until the file is handed over, or the capture is put back. */
  | {name: 'handing-over'; controller: AbortController}
  /** The client has the sealed file, and asked to wait while it works on it. */
  | {name: 'in-use'}
  /** The file is being sent to the page's own storage. Sizes in bytes. */
  | {name: 'sending'; controller: AbortController; sent: number; total: number}
  /** The client has the sealed file; the capture is being removed from the storage. */
  | {name: 'removing'}
  /** The client has the sealed file, and does not get it again in this visit. */
  | {name: 'delivered'}
  /** Deleted for good. A record that was read from the storage before does not restore it. */
  | {name: 'discarded'};

/** Where the raw media are stored. */
export type KeptMedia =
  | {name: 'stored'}
  /** In the worker's memory, which ends with the worker; `blob` is the page's own copy. */
  | {name: 'memory'; blob: Blob}
  /** In the page only, so that the capture is shown as failed. It continues in `state` once it can be stored. */
  | {name: 'nowhere'; blob: Blob; state: JobState};

/** Everything that this page knows of one capture. */
export interface CaptureRecord {
  /** The job as this page last knew it; that of a sealed capture has no manifest. */
  readonly job: Job;
  /** The client that captured it, in this visit. */
  readonly maker?: Connection;
  readonly media: KeptMedia;
  readonly activity: Activity;
  /** The capture does not wait out its delay after an unanswered request. */
  readonly isHastened?: boolean;
  /** The stored state, if there was no room to write the job's own. */
  readonly storedState?: JobState;
  /** Set for a capture that no client in the page has been told of. */
  readonly unannounced?: CaptureDetail;
  /** The media of a capture that awaits a person's review, and where they are stored: reported to the page on acceptance. */
  readonly awaitingUse?: Kept;
  /** Why this page neither seals nor delivers it now; absent if nothing withholds it. */
  readonly withheldFor?: readonly WithheldFor[];
  /** When the sealed file may be handed over again, in epoch milliseconds. */
  readonly deliverAgainAt?: number;
  /** A person or the page has asked to send the file again. */
  readonly isRetry?: boolean;
  /** The sealed file of a capture whose seal could not be stored, until it is handed over again. */
  readonly unstoredFile?: Blob;
  /** States for which a failure was reported. */
  readonly reported?: readonly JobState['name'][];
  /** Time in epoch milliseconds until which sealing waits for location and measurement. */
  readonly completeBy?: number;
  /** A detector has read its plate in this visit, with whatever result. */
  readonly isPlateRead?: boolean;
}

/** The job with the state that it would have if its media could be stored. */
export const intended = ({job, media}: CaptureRecord): Job =>
  media.name === 'nowhere' ? {...job, state: media.state} : job;

/** The job as it is displayed while its media can be stored nowhere. */
export const withFailure = (job: Job, failure: Failure): Job => ({
  ...job,
  state: {name: 'failed', failure, attempts: 0},
});

/** True while this page seals or hands over the capture. */
export const isRunning = ({activity: {name}}: CaptureRecord): boolean =>
  name === 'asking' || name === 'handing-over' || name === 'removing';

/**
 * True while this page works on the capture, its client works on the sealed file, either is about to continue, or the
 * capture is withheld.
 */
export const isBusy = (record: CaptureRecord): boolean =>
  isRunning(record) ||
  !!record.withheldFor ||
  record.activity.name === 'in-use' ||
  record.activity.name === 'sending' ||
  // One that waits for a person may have been tried by another page.
  (!!record.deliverAgainAt && record.deliverAgainAt < Infinity);

/** Why this page can seal nothing now. */
export interface Obstacle {
  failure: Failure;
  /** When the page tries again, in epoch milliseconds. */
  dueAt: number;
  tries: number;
}

const UNTOUCHED = {media: {name: 'stored'}, activity: {name: 'idle'}} as const;
const FRAME_MS = 16;

/** What this page knows of its captures. Sealed ones stay listed for the visit, without their manifests. */
export class Ledger {
  readonly #records = new Map<string, CaptureRecord>();
  readonly #store: Pick<CaptureStore, 'get' | 'replace'>;
  readonly #onChange: () => void;
  #isReported = true;
  #lastAmendment: Promise<unknown> = Promise.resolve();
  #obstacle?: Obstacle;
  /** Incremented after each change that is displayed. */
  version = 0;

  /**
   * `onChange` is called soon after a change, once for all changes that come together: one pass of the queue may
   * change thousands.
   */
  constructor(store: Pick<CaptureStore, 'get' | 'replace'>, onChange: () => void) {
    this.#store = store;
    this.#onChange = onChange;
  }

  /** The record of a capture; undefined if it is unknown or discarded. */
  get(captureId: string): CaptureRecord | undefined {
    const record = this.#records.get(captureId);
    return record?.activity.name === 'discarded' ? undefined : record;
  }

  /** A snapshot of all records: later changes make new records. */
  get all(): CaptureRecord[] {
    return [...this.#records.values()].filter(({activity}) => activity.name !== 'discarded');
  }

  /** Undefined while waiting captures can be sealed as soon as they are due. */
  get obstacle(): Obstacle | undefined {
    return this.#obstacle;
  }

  set obstacle(obstacle: Obstacle | undefined) {
    if (this.#obstacle ?? obstacle) this.changed();
    this.#obstacle = obstacle;
  }

  /** Captures that this page is sealing or handing over. */
  get running(): CaptureRecord[] {
    return this.all.filter(isRunning);
  }

  /** Adds or updates a capture and keeps what else is known of it. A discarded capture stays discarded. */
  set(job: Job, further: Partial<Omit<CaptureRecord, 'job'>> = {}): void {
    const before = this.#records.get(job.captureId);
    if (before?.activity.name === 'discarded') return;
    const known = withLastCopy(job, before?.job);
    this.#records.set(job.captureId, {...UNTOUCHED, ...before, ...further, job: known});
    this.changed();
  }

  /** Changes fields without having the page drawn again. Does nothing if the capture is unknown. */
  note(captureId: string, further: Partial<Omit<CaptureRecord, 'job'>>): void {
    const record = this.get(captureId);
    if (record) this.#records.set(captureId, {...record, ...further});
  }

  delete(captureId: string): void {
    if (this.get(captureId) && this.#records.delete(captureId)) this.changed();
  }

  /** Records where the capture is stored. Keeps a copy in the page if a reload or the worker's end would lose it. */
  setKept(job: Job, {blob, keeping}: Kept, maker = this.get(job.captureId)?.maker): void {
    switch (keeping.name) {
      case 'stored':
        return this.set(job, {maker, media: {name: 'stored'}});
      case 'memory':
        return this.set(job, {maker, media: {name: 'memory', blob}});
      case 'nowhere':
        return this.set(withFailure(job, keeping.failure), {
          maker,
          media: {name: 'nowhere', blob, state: job.state},
        });
    }
  }

  /** Marks the capture as deleted for good. */
  discard(job: Job): void {
    this.delete(job.captureId);
    this.#records.set(job.captureId, {job, ...UNTOUCHED, activity: {name: 'discarded'}});
  }

  /** Notifies the clients of a change. */
  changed(): void {
    this.version++;
    if (!this.#isReported) return;
    this.#isReported = false;
    setTimeout(() => {
      this.#isReported = true;
      this.#onChange();
    }, FRAME_MS);
  }

  /**
   * Applies `change` to the stored job and stores the result, one change after another, so that none overwrites
   * another or a change of another page. Resolves to false if the capture is gone, or if `change` returns undefined
   * because the job may no longer be changed.
   */
  amend(captureId: string, change: (job: Job) => Job | undefined): Promise<boolean> {
    return this.#inTurn(() => this.#amend(captureId, change));
  }

  /**
   * Adopts a capture that a scan has read from the storage although this page knows it as stored nowhere: the worker had
   * stored it, but ended before it answered. What the page has changed since is stored. Resolves to the job as it is
   * stored; rejects if the storage cannot be written.
   */
  adoptStored(job: Job): Promise<Job> {
    return this.#inTurn(() => this.#adoptStored(job));
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#lastAmendment.then(work);
    this.#lastAmendment = done.catch(() => undefined);
    return done;
  }

  async #adoptStored(job: Job): Promise<Job> {
    const record = this.get(job.captureId);
    if (record?.media.name !== 'nowhere') return job;
    const mine = intended(record);
    const {state} = job;
    const isChanged = !isSameStage(state, mine.state) || !isSameMetadata(job, mine);
    const isMine = mayChangeMetadata(job) && isChanged && (await this.#store.replace(mine, state));
    const stored = isMine ? mine : job;
    const {awaitingUse} = record;
    this.set(stored, {
      media: {name: 'stored'},
      awaitingUse: awaitingUse && {...awaitingUse, keeping: {name: 'stored'}},
    });
    return stored;
  }

  async #amend(captureId: string, change: (job: Job) => Job | undefined): Promise<boolean> {
    for (;;) {
      const before = this.get(captureId);
      const media = before?.media;
      const isStored = media?.name !== 'nowhere';
      const job = before && (isStored ? await this.#store.get(captureId) : intended(before));
      const next = job && change(job);
      if (!next) return false;
      if (!isStored) {
        this.set({...next, state: before.job.state}, {media: {...media, state: next.state}});
      } else if (await this.#store.replace(next, job.state)) {
        // The storage decides whether a closing record moves.
        const stored = isClosing(next) ? await this.#store.get(captureId) : undefined;
        this.set(withoutManifest(stored ?? next));
      }
      // Another page has changed it meanwhile: try again.
      else continue;
      return true;
    }
  }
}

/** Metadata are plain JSON, written in one order. */
const isSameMetadata = (one: Job, other: Job): boolean =>
  JSON.stringify(one.metadata) === JSON.stringify(other.metadata);
