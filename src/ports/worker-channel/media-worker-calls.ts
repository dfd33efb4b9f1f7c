import type {Authorization} from '../../model/authorization.js';
import type {HandedOver, Job} from '../../model/job.js';
import type {PictureQuality} from '../../model/picture-quality.js';
import type {Claimant} from '../../model/retry.js';
import type {RecordedPart} from '../audio/recorder.js';

/** Of every picture, on every path: hard to tell from the original, a tenth of its size. */
export const JPEG_QUALITY = 0.92;

/** Why a capture could not be kept in the browser's storage, in a form that crosses threads. */
export interface StorageFailure {
  code: 'storage_full' | 'storage_unavailable' | 'worker_unavailable' | 'internal_error';
  message: string;
}

/**
 * How safe a capture is. stored: it survives a reload; with `failure` the page stored it itself, and it is sealed once
 * the worker can be run. memory: it can be sealed, but a reload loses it. nowhere: the page alone has it.
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

/** A sealed capture that a page has heard of. Epoch milliseconds. */
export interface Handing {
  captureId: string;
  now: number;
  next: HandedOver;
}

/** A recording that was broken off, as the capture that it became. */
export interface RecoveredRecording {
  job: Job;
  blob: Blob;
  keeping: Keeping;
}

/** A recording of which every part was given to `addPart`. */
export interface CompleteRecording {
  infoFrame: ArrayBuffer;
  /** How many. */
  parts: number;
  /** Info frame and parts. */
  blob: Blob;
}

/** A capture that the service has sealed. */
export interface Sealed {
  /** In the state `sealed`, as it is stored now. */
  job: Job;
  /** The sealed file. */
  blob: Blob;
  /**
   * What became of storing the seal. `superseded`: the stored capture was deleted or changed after it was claimed, and
   * stays as it is. `failed`: the storage is full or broken; the seal is in this object alone.
   */
  storing: 'stored' | 'superseded' | 'failed';
}

/** What the page wants to have inspected. */
export interface InspectionOfPage {
  file: Blob;
  /** The whole address. */
  url: string;
  authorization?: Authorization;
}

/** What the service answered, in a form that crosses threads. */
export interface InspectionAnswer {
  status: number;
  body: string;
  /** The header of this name. */
  retryAfter: string | null;
}

/** A picture on its way to the worker: as the browser can hand it over, or encoded already. */
export type Picture = VideoFrame | ImageBitmap | Blob;

/** What the page asks of its worker, by name: what goes in, what comes out. */
export interface MediaWorkerCalls {
  /** Opens what the next picture needs; tells whether the worker can encode. */
  prepare: [{width: number; height: number}, {encodes: boolean}];
  /** `isMeasured`: `quality` is asked for next. */
  keepStill: [{job: Job; picture: Picture; isMeasured?: boolean}, {blob: Blob; keeping: Keeping}];
  /** Of the picture of this capture; undefined where it was not encoded here, or was asked for before. */
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
  remove: [string, void];
  beginRecording: [Job, Keeping];
  addPart: [{captureId: string; part: RecordedPart}, Keeping];
  finishRecording: [{job: Job; recording: CompleteRecording}, Keeping];
  discardRecording: [string, void];
  unfinishedRecordings: [undefined, Job[]];
  recoverRecording: [Job, RecoveredRecording | undefined];
  seal: [{job: Job; authorization: Authorization; stored: Job['state']}, Sealed];
  fill: [{job: Job; manifest: ArrayBuffer}, Blob];
  /** Tells of progress: the share of the file that was sent. */
  inspect: [InspectionOfPage, InspectionAnswer];
}
