import {withoutManifest, type Failure, type Job, type JobState} from '../../model/job.js';
import type {CaptureDetail} from '../../model/protection-config.js';
import type {CaptureStore} from '../../ports/captures/capture-store.js';
import type {Keeping} from '../../ports/worker-channel/media-worker-calls.js';
import type {ClientConnection} from './client-connection.js';

/** What this page is doing with a capture. */
export type Activity =
  | {name: 'idle'}
  /** It asks the service for the seal. */
  | {name: 'asking'; controller: AbortController}
  /** The seal is here. The attempt goes on until the file is handed over, or the capture put back. */
  | {name: 'delivering'; controller: AbortController}
  /** The client has the sealed file, and asked to wait while it is at work on it. */
  | {name: 'handed'}
  /** The file is on its way to the page's own storage. Bytes. */
  | {name: 'sending'; controller: AbortController; sent: number; total: number}
  /** The client has the sealed file; the capture is being removed from the storage. */
  | {name: 'removing'}
  /** The client has the sealed file, and is not given it again in this visit. */
  | {name: 'delivered'}
  /** Discarded for good: what was read from the storage before does not bring it back. */
  | {name: 'discarded'};

/** Where the raw media are. */
export type KeptMedia =
  | {name: 'stored'}
  /** In the worker's memory, which may end with the worker; `blob` is the page's own copy. */
  | {name: 'memory'; blob: Blob}
  /** With the page alone, so that the capture is shown as failed. It goes on in `state` once it can be stored. */
  | {name: 'nowhere'; blob: Blob; state: JobState};

/** Everything that this page knows of one capture. */
export interface CaptureRecord {
  /** As this page last knew it; a sealed one has no manifest. */
  readonly job: Job;
  /** The client that captured, in this visit. */
  readonly maker?: ClientConnection;
  readonly media: KeptMedia;
  readonly activity: Activity;
  /** Does not wait any longer for a service that gave no answer. */
  readonly isHastened?: boolean;
  /** The stored state, where the job's own could not be written: there is no room. */
  readonly storedState?: JobState;
  /** A capture that no client in the page has heard of. */
  readonly unannounced?: CaptureDetail;
  /** When the sealed file may be handed over again, in epoch milliseconds. */
  readonly deliverAgainAt?: number;
  /** What is to be handed over again of a capture whose seal could not be stored. */
  readonly unstoredFile?: Blob;
  /** States of which a failure was reported. */
  readonly reported?: readonly JobState['name'][];
  /** Until when its place is looked for, or it is measured, in epoch milliseconds. */
  readonly completeBy?: number;
  /** A detector has read its plate in this visit, whatever came of it. */
  readonly isPlateRead?: boolean;
}

/** The job as it would be if its media could be stored. */
export const intended = ({job, media}: CaptureRecord): Job =>
  media.name === 'nowhere' ? {...job, state: media.state} : job;

/** The job as people see it while its media can be stored nowhere. */
export const withFailure = (job: Job, failure: Failure): Job => ({
  ...job,
  state: {name: 'failed', failure, attempts: 0},
});

/** The raw media of a capture, and where they were kept. */
export interface Kept {
  blob: Blob;
  keeping: Keeping;
}

/** True while this page is at work on the capture. */
export const isRunning = ({activity: {name}}: CaptureRecord): boolean =>
  name === 'asking' || name === 'delivering' || name === 'removing';

/** True while the page is at work on the capture, or its client on the sealed file, or about to be once more. */
export const isBusy = (record: CaptureRecord): boolean =>
  isRunning(record) ||
  record.activity.name === 'handed' ||
  record.activity.name === 'sending' ||
  !!record.deliverAgainAt;

/** Why this page can seal nothing now. */
export interface Obstacle {
  failure: Failure;
  /** When it tries again, in epoch milliseconds. */
  dueAt: number;
  tries: number;
}

const UNTOUCHED = {media: {name: 'stored'}, activity: {name: 'idle'}} as const;
const FRAME_MS = 16;

/** What this page knows of its captures; sealed ones stay for the visit, without their manifests. */
export class Ledger {
  readonly #records = new Map<string, CaptureRecord>();
  readonly #store: Pick<CaptureStore, 'get' | 'replace'>;
  readonly #onChange: () => void;
  #isReported = true;
  #lastAmendment: Promise<unknown> = Promise.resolve();
  #obstacle?: Obstacle;
  /** Another one after each change that people may see. */
  version = 0;

  /** `onChange` is called soon after a change, once for all that come together: a drain changes thousands. */
  constructor(store: Pick<CaptureStore, 'get' | 'replace'>, onChange: () => void) {
    this.#store = store;
    this.#onChange = onChange;
  }

  /** Undefined for a discarded capture, too. */
  get(captureId: string): CaptureRecord | undefined {
    const record = this.#records.get(captureId);
    return record?.activity.name === 'discarded' ? undefined : record;
  }

  /** As they are now: later changes make new records. */
  get all(): CaptureRecord[] {
    return [...this.#records.values()].filter(({activity}) => activity.name !== 'discarded');
  }

  /** Undefined while captures that wait can be sealed as soon as they are due. */
  get obstacle(): Obstacle | undefined {
    return this.#obstacle;
  }

  set obstacle(obstacle: Obstacle | undefined) {
    if (this.#obstacle ?? obstacle) this.changed();
    this.#obstacle = obstacle;
  }

  /** Captures that this page is at work on. */
  get running(): CaptureRecord[] {
    return this.all.filter(isRunning);
  }

  /** Adds the capture, or changes it; what else is known of it stays. A discarded one stays discarded. */
  set(job: Job, further: Partial<Omit<CaptureRecord, 'job'>> = {}): void {
    const before = this.#records.get(job.captureId);
    if (before?.activity.name === 'discarded') return;
    this.#records.set(job.captureId, {...UNTOUCHED, ...before, ...further, job});
    this.changed();
  }

  /** Changes what people do not see; nothing where the capture is not known. */
  note(captureId: string, further: Partial<Omit<CaptureRecord, 'job'>>): void {
    const record = this.get(captureId);
    if (record) this.#records.set(captureId, {...record, ...further});
  }

  delete(captureId: string): void {
    if (this.get(captureId) && this.#records.delete(captureId)) this.changed();
  }

  /** Notes where the raw media are. The page holds on to those that a reload, or the worker's end, would lose. */
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

  /** For good. */
  discard(job: Job): void {
    this.delete(job.captureId);
    this.#records.set(job.captureId, {job, ...UNTOUCHED, activity: {name: 'discarded'}});
  }

  /** Has the clients hear of a change. */
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
   * Stores what `change` makes of the stored job, one change after another: none undoes another, or what other pages
   * did. Resolves to false where the capture is gone, or `change` answers undefined, as it may not be changed any more.
   */
  amend(captureId: string, change: (job: Job) => Job | undefined): Promise<boolean> {
    const amended = this.#lastAmendment.then(() => this.#amend(captureId, change));
    this.#lastAmendment = amended.catch(() => undefined);
    return amended;
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
      } else if (await this.#store.replace(next, job.state)) this.set(withoutManifest(next));
      // Another page changed it meanwhile.
      else continue;
      return true;
    }
  }
}
