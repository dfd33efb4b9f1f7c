import type {Authorization} from '../model/authorization.js';
import type {Job} from '../model/job.js';
import type {RecordedPart} from './audio/recorder.js';
import type {Claim, Keeping} from './capture-store.js';
import type {Sealed} from './media-sealer.js';
import type {AuthenticatedUpload, Refusal} from './upload-authentication.js';
import type {UploadRequest} from './upload.js';
import type {CompleteRecording, RecoveredRecording} from './recording-store.js';

/** A picture on its way to the worker: as the browser can hand it over, or encoded already. */
export type Picture = VideoFrame | ImageBitmap | Blob;

/** What the page asks of its worker, by name: what goes in, what comes out. */
export interface MediaWorkerCalls {
  /** Opens what the next picture needs; tells whether the worker can encode. */
  prepare: [{width: number; height: number}, {encodes: boolean}];
  keepStill: [{job: Job; picture: Picture}, {blob: Blob; keeping: Keeping}];
  add: [{job: Job; media: Blob}, Keeping];
  claim: [Claim, Job | undefined];
  replace: [{job: Job; expected: Job['state']}, boolean];
  get: [string, Job | undefined];
  list: [undefined, Job[]];
  media: [string, Blob | undefined];
  remove: [string, void];
  beginRecording: [Job, Keeping];
  addPart: [{captureId: string; part: RecordedPart}, Keeping];
  finishRecording: [{job: Job; recording: CompleteRecording}, Keeping];
  discardRecording: [string, void];
  unfinishedRecordings: [undefined, Job[]];
  recoverRecording: [Job, RecoveredRecording | undefined];
  seal: [{job: Job; authorization: Authorization}, Sealed];
  fill: [{job: Job; manifest: ArrayBuffer}, Blob];
  /** The body of an inspection, with the file as Base64. */
  inspectionBody: [Blob, Blob];
  authenticate: [
    {upload: Pick<UploadRequest, 'url' | 'headers' | 'body'>; authorization: Authorization},
    AuthenticatedUpload,
  ];
  correctClock: [Refusal, boolean];
}
