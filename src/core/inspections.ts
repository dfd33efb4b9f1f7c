import type {FileFacts} from '../model/seal-contents.js';
import type {SealedCaptureError} from '../model/errors.js';
import type {Opinions} from './opinions.js';

/** What the device itself reads of a file, once it is looked at. */
export type FactsState =
  | {name: 'waiting'}
  | {name: 'reading'}
  | {name: 'read'; facts: FileFacts}
  | {name: 'failed'; error: SealedCaptureError};

/** Where the inspection of one file stands. */
export type InspectionProgress =
  | {name: 'waiting'}
  /** `share` of the file that was sent, 0 to 1; undefined while it is read, or nothing is sent. */
  | {name: 'working'; share?: number}
  | {name: 'done'; opinions: Opinions; facts: FactsState}
  | {name: 'failed'; error: SealedCaptureError}
  | {name: 'cancelled'};

/** One of the files that were given. */
export interface FileInspection {
  /** Unique within the page's visit. */
  readonly id: number;
  readonly file: Blob;
  readonly progress: InspectionProgress;
}
