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

/** Records of sets that are deleted. */
export type ForgottenSets =
  | {account: string; unchangedSince?: undefined}
  /** ISO 8601 in UTC. */
  | {account?: undefined; unchangedSince: string};

/** Stores captures with their media until their sealed files were delivered. A call writes everything or nothing. */
export interface CaptureStore {
  /**
   * Stores a capture, with its number in its set. Resolves once it is durable, or else with the place where it is held. Rejects
   * for a closing record that cannot be stored with its set.
   */
  add(job: Job, media: Blob): Promise<Keeping>;
  /**
   * Ids of the sets that closing records of this job are to be stored for, at least one. Rejects with `capture_unknown` if nothing
   * of the job was captured.
   */
  setsToClose(job: Job): Promise<string[]>;
  /** Claims the oldest job that may be sealed now, for `owner`: of each set one at a time, in the order of the device. */
  claim(claim: Claim): Promise<Job | undefined>;
  /**
   * Stores the job if the stored state is still `expected`; resolves to false if not, or if the job is gone. Its place in its set
   * stays as it is stored, unless it moves to another endpoint.
   */
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
   * is gone. With `discardedAt` (ISO 8601 in UTC), a person or the page has discarded the capture, which the record of its set
   * keeps.
   */
  remove(captureId: string, expected?: Job['state'], discardedAt?: string): Promise<boolean>;
  /**
   * Deletes the records of an account's sets, or of those that were not changed since a time and of which nothing is left to be
   * sealed.
   */
  forgetSets(sets: ForgottenSets): Promise<void>;
}
