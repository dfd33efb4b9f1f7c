import type {AfterHandOver, Job} from '@sealed-capture/seal/model/job/job.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import type {Claimant} from '@sealed-capture/seal/model/job/retries.js';

export interface Claim extends Claimant {
  endpoint: string;
  /** Epoch milliseconds. */
  now: number;
}

/** A sealed capture that a page was given. Epoch milliseconds. */
export interface HandOverRecord {
  captureId: string;
  now: number;
  next: AfterHandOver;
  /**
   * Bytes that the previews of all delivered photos may take. One of this photo is made if its file is deleted. Absent or 0: none
   * is made.
   */
  previewBudget?: number;
}

/** Stores captures with their media until their sealed files were delivered. A call writes everything or nothing. */
export interface CaptureStore {
  /** Stores a capture. Resolves once it is durable, or else with the place where it is held. */
  add(job: Job, media: Blob): Promise<Keeping>;
  /** Claims the oldest job that may be sealed now, for `owner`. */
  claim(claim: Claim): Promise<Job | undefined>;
  /** Stores the job if the stored state is still `expected`; resolves to false if not, or if the job is gone. */
  replace(job: Job, expected: Job['state']): Promise<boolean>;
  get(captureId: string): Promise<Job | undefined>;
  /** True while the capture is stored and no page has been told that it is sealed. */
  has(captureId: string): Promise<boolean>;
  list(): Promise<Job[]>;
  /** The raw media; undefined if they are not stored. */
  media(captureId: string): Promise<Blob | undefined>;
  /** A small picture of a delivered photo whose file is not stored any more; undefined if there is none. */
  preview(captureId: string): Promise<Blob | undefined>;
  /**
   * Records that a page has been given a sealed capture, or that its file was sent, and deletes a file that is not kept.
   * Resolves to false if it is not stored as sealed any more.
   */
  handOver(record: HandOverRecord): Promise<boolean>;
  /**
   * Deletes some of the previews or, if there are none, of the delivered files that are kept for their retention, oldest first,
   * and leaves their jobs; resolves to false if there are none.
   */
  makeRoom(): Promise<boolean>;
  /**
   * Deletes the capture. With `expected`, resolves to false and deletes nothing if the stored state is another, or the job
   * is gone.
   */
  remove(captureId: string, expected?: Job['state']): Promise<boolean>;
}
