import type {Authorization} from '../../model/authorization.js';
import type {HandedOver, Job} from '../../model/job/job.js';
import type {PictureQuality} from '../../model/picture-quality.js';
import type {Claimant} from '../../model/job/retries.js';
import type {RecordedPart} from '../audio/recorder.js';

/** Used for every picture: hard to tell from the original, at a tenth of its size. */
export const JPEG_QUALITY = 0.92;

/** Why a capture could not be stored, in a form that can be sent between threads. */
export interface StorageFailure {
  code: 'storage_full' | 'storage_unavailable' | 'worker_unavailable' | 'internal_error';
  message: string;
}

/**
 * Where a capture is stored. stored: it survives a reload; with `failure` the page stored it itself, and it is
 * sealed once the worker can be run. memory: it can be sealed, but a reload loses it. nowhere: only the page has
 * it.
 */
export type Keeping =
  | {name: 'stored'; failure?: StorageFailure}
  | {name: 'memory'; failure: StorageFailure}
  | {name: 'nowhere'; failure: StorageFailure};

export interface Claim extends Claimant {
  endpoint: string;
  /** Epoch milliseconds. */
  now: number;
}

/** A sealed capture that a page was given. Epoch milliseconds. */
export interface Handing {
  captureId: string;
  now: number;
  next: HandedOver;
}

/** A capture made of an interrupted recording. */
export interface RecoveredRecording {
  job: Job;
  blob: Blob;
  keeping: Keeping;
}

/** A recording whose parts were all given to `addPart`. */
export interface CompleteRecording {
  infoFrame: ArrayBuffer;
  /** Number of parts. */
  parts: number;
  /** Info frame and parts. */
  blob: Blob;
}

/** A capture that the service has sealed. */
export interface Sealed {
  /** In the state `sealed`, as stored. */
  job: Job;
  /** The sealed file. */
  blob: Blob;
  /**
   * Result of storing the seal. `superseded`: the stored capture was deleted or changed after it was claimed, and
   * stays as it is. `failed`: the storage is full or broken, and only this object has the seal.
   */
  storing: 'stored' | 'superseded' | 'failed';
}

/** The page's request for an inspection. */
export interface InspectionOfPage {
  file: Blob;
  /** The whole address. */
  url: string;
  authorization?: Authorization;
}

/** The service's response, in a form that can be sent between threads. */
export interface InspectionAnswer {
  status: number;
  body: string;
  /** Value of the Retry-After header. */
  retryAfter: string | null;
}

/** A picture for the worker: in a form that the browser can transfer, or encoded. */
export type Picture = VideoFrame | ImageBitmap | Blob;

/** Calls of the page to its worker: argument and result of each. */
export interface MediaWorkerCalls {
  /** Prepares for the next picture; says whether the worker can encode. */
  prepare: [{width: number; height: number}, {encodes: boolean}];
  /** `isMeasured` announces that a call of `quality` follows. */
  keepStill: [{job: Job; picture: Picture; isMeasured?: boolean}, {blob: Blob; keeping: Keeping}];
  /** The quality of this capture's picture; undefined if it was not encoded here, or was asked for before. */
  quality: [string, PictureQuality | undefined];
  add: [{job: Job; media: Blob}, Keeping];
  claim: [Claim, Job | undefined];
  replace: [{job: Job; expected: Job['state']}, boolean];
  get: [string, Job | undefined];
  has: [string, boolean];
  list: [undefined, Job[]];
  media: [string, Blob | undefined];
  handOver: [Handing, boolean];
  makeRoom: [undefined, boolean];
  remove: [{captureId: string; expected?: Job['state']}, boolean];
  beginRecording: [Job, Keeping];
  addPart: [{captureId: string; part: RecordedPart}, Keeping];
  finishRecording: [{job: Job; recording: CompleteRecording}, Keeping];
  discardRecording: [string, void];
  unfinishedRecordings: [undefined, Job[]];
  recoverRecording: [Job, RecoveredRecording | undefined];
  seal: [{job: Job; authorization: Authorization; stored: Job['state']}, Sealed];
  fill: [{job: Job; manifest: ArrayBuffer}, Blob];
  /** Milliseconds by which the service's clock is ahead of the device's; undefined if that is not told. */
  check: [{endpoint: string; authorization: Authorization}, number | undefined];
  /** Reports progress: the share of the file that was sent. */
  inspect: [InspectionOfPage, InspectionAnswer];
}
