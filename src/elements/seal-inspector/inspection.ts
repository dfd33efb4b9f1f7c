import type {SealReader} from '../../core/wiring/elements/inspection.js';
import type {InspectionClient} from '../../core/inspection/inspection-client.js';
import type {FileInspection, InspectionProgress} from '../../core/inspection/inspections.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';

/** The client that asks the service. */
export type Inspecting = Pick<InspectionClient, 'inspect'>;

/** A file with its verdict. */
export type DoneInspection = FileInspection & {
  progress: Extract<InspectionProgress, {name: 'done'}>;
};

export const isDone = (inspection: FileInspection): inspection is DoneInspection =>
  inspection.progress.name === 'done';

/** Also accepts Blobs of another window. */
const isBlob = (given: unknown): given is Blob =>
  /(Blob|File)]$/.test(Object.prototype.toString.call(given));

/** Throws `media_unsupported` for anything that cannot be inspected. */
export function checkInspectable(file: unknown): void {
  if (!isBlob(file)) {
    const cause = new TypeError('Only a Blob can be inspected.');
    throw new SealedCaptureError('media_unsupported', cause.message, {cause});
  }
  if (file.size === 0) throw new SealedCaptureError('media_unsupported', 'The file is empty.');
}

/** The given files as an array. */
export const filesGiven = (given: Blob | Iterable<Blob>): Blob[] =>
  typeof given === 'object' && given !== null && Symbol.iterator in given ? [...given] : [given];

/** What is needed, in addition to the file, to show its result. */
export interface ResultSetting {
  /** Host of the service that was asked about this file. */
  host: string;
  reader: SealReader;
}
