import {claimed, withLastCopy, type Job} from '@sealed-capture/seal/model/job/job.js';
import {maySealNow} from '@sealed-capture/seal/model/job/retries.js';
import type {Claim, HandOverRecord} from '../../ports/captures/capture-store.js';
import {afterHandOver, endsFile} from './after-hand-over.js';
import {isSameState} from './same-state.js';

/** Media in the form that is best stored: see `storableMedia`. */
export type Media = Blob | ArrayBuffer;

/** Captures that the browser did not store: held in memory until the page closes, so that they can still be sealed. */
export class CapturesInMemory {
  readonly #jobs = new Map<string, Job>();
  readonly #media = new Map<string, Media>();

  /** True if the capture is here, in any state. */
  has(captureId: string): boolean {
    return this.#jobs.has(captureId);
  }

  add(job: Job, media: Media): void {
    this.#jobs.set(job.captureId, job);
    this.#media.set(job.captureId, media);
  }

  claim(claim: Claim): Job | undefined {
    for (const job of this.#jobs.values()) {
      if (job.endpoint !== claim.endpoint || !maySealNow(job, claim.now, claim)) continue;
      const mine = claimed(job, claim.owner, claim.now);
      this.#jobs.set(job.captureId, mine);
      return mine;
    }
    return undefined;
  }

  replace(job: Job, expected: Job['state']): boolean {
    const stored = this.#jobs.get(job.captureId);
    if (!stored || !isSameState(stored.state, expected)) return false;
    this.#jobs.set(job.captureId, withLastCopy(job, stored));
    return true;
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

  /** Deletes the capture. With `expected`, resolves to false and keeps it if its state is another, or it is gone. */
  remove(captureId: string, expected?: Job['state']): boolean {
    const stored = this.#jobs.get(captureId);
    if (expected && !(stored && isSameState(stored.state, expected))) return false;
    this.#jobs.delete(captureId);
    this.#media.delete(captureId);
    return true;
  }
}
