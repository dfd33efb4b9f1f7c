import {claimed, withLastCopy, type Job} from '@sealed-capture/seal/model/job/job.js';
import {isPlaced} from '@sealed-capture/seal/model/job/job-set.js';
import {isInTurn} from '@sealed-capture/seal/model/job/turns.js';
import {maySealNow} from '@sealed-capture/seal/model/job/retries.js';
import type {SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Claim, ForgottenSets, HandOverRecord} from '../../ports/captures/capture-store.js';
import {afterHandOver, endsFile} from './after-hand-over.js';
import {isSameState} from './same-state.js';
import {
  isOfJob,
  movedTo,
  placed,
  setRequestOf,
  withDiscarded,
  type StoredSet,
} from './sets/stored-set.js';

/** Media in the form that is best stored: see `storableMedia`. */
export type Media = Blob | ArrayBuffer;

/** Captures that the browser did not store: held in memory until the page closes, so that they can still be sealed. */
export class CapturesInMemory {
  readonly #jobs = new Map<string, Job>();
  readonly #media = new Map<string, Media>();
  /** Sets of captures whose numbers the browser did not store either: they are no numbers of other pages' sets. */
  readonly #sets = new Map<string, StoredSet>();

  /** True if the capture is here, in any state. */
  has(captureId: string): boolean {
    return this.#jobs.has(captureId);
  }

  /**
   * Adds a capture, with a number in its set unless it has one.
   *
   * @param digest SHA-256 in Base64 of the media, if it is known
   */
  add(job: Job, media: Media, digest?: string): void {
    this.#jobs.set(job.captureId, job.set && !isPlaced(job) ? this.#placed(job, digest) : job);
    this.#media.set(job.captureId, media);
  }

  /** @param blocked ids of jobs that wait for others */
  claim(claim: Claim, blocked: readonly string[] = []): Job | undefined {
    const all = this.list();
    for (const job of all) {
      if (job.endpoint !== claim.endpoint || !maySealNow(job, claim.now, claim)) continue;
      if (blocked.includes(job.captureId) || !isInTurn(job, all, claim.now, claim)) continue;
      const mine = claimed(job, claim.owner, claim.now);
      this.#jobs.set(job.captureId, mine);
      return mine;
    }
    return undefined;
  }

  replace(job: Job, expected: Job['state']): boolean {
    const stored = this.#jobs.get(job.captureId);
    if (!stored || !isSameState(stored.state, expected)) return false;
    this.#jobs.set(job.captureId, this.#placedAgain(withLastCopy(job, stored), stored));
    return true;
  }

  /** True if the record of the job's set is here, and not in the database. */
  hasSetOf({set}: Job): boolean {
    return this.#sets.has(set?.id ?? '');
  }

  /** What the service is told of a job's set; undefined if it is part of none. */
  setRequest(job: Job): SetRequest | undefined {
    const stored = this.#jobs.get(job.captureId) ?? job;
    return setRequestOf(stored, this.#sets.get(stored.set?.id ?? ''));
  }

  forgetSets({account, unchangedSince = ''}: ForgottenSets): void {
    for (const [id, set] of this.#sets) {
      const isOld = set.changedAt <= unchangedSince;
      if (account === undefined ? isOld : set.account === account) this.#sets.delete(id);
    }
  }

  #placed(job: Job, digest?: string): Job {
    const {job: numbered, record} = placed(this.setsOf(job), job, digest);
    this.#sets.set(record.id, record);
    return numbered;
  }

  /** The number is that of the storage, unless the job moves to another endpoint. */
  #placedAgain(job: Job, stored: Job): Job {
    const {set} = stored;
    if (!set || job.endpoint === stored.endpoint) return {...job, ...(set && {set})};
    const moved = movedTo(this.setsOf(job), {...job, set}, this.#sets.get(set.id ?? ''));
    for (const record of moved?.records ?? []) this.#sets.set(record.id, record);
    return moved?.job ?? stored;
  }

  /** The sets here of the job's name, endpoint and account. */
  setsOf(job: Job): StoredSet[] {
    return [...this.#sets.values()].filter((set) => isOfJob(set, job));
  }

  handOver(record: HandOverRecord): boolean {
    const {captureId} = record;
    const job = this.#jobs.get(captureId);
    const after = job && afterHandOver(job, record);
    if (!after) return false;
    this.#jobs.set(captureId, after);
    if (endsFile(record)) this.#media.delete(captureId);
    return true;
  }

  get(captureId: string): Job | undefined {
    return this.#jobs.get(captureId);
  }

  list(): Job[] {
    return [...this.#jobs.values()];
  }

  media(captureId: string): Media | undefined {
    return this.#media.get(captureId);
  }

  /**
   * Deletes the capture. With `expected`, resolves to false and keeps it if its state is another, or it is gone. With
   * `discardedAt`, its set remembers that a person or the page has deleted it.
   */
  remove(captureId: string, expected?: Job['state'], discardedAt?: string): boolean {
    const stored = this.#jobs.get(captureId);
    if (expected && !(stored && isSameState(stored.state, expected))) return false;
    for (const [id, set] of this.#sets) {
      if (discardedAt) this.#sets.set(id, withDiscarded(set, captureId, discardedAt));
    }
    this.#jobs.delete(captureId);
    this.#media.delete(captureId);
    return true;
  }
}
