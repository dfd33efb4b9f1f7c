import type {InspectionClient} from '../../core/inspection-client.js';
import type {FileInspection, InspectionProgress} from '../../core/inspections.js';

/** What asks the service. */
export type Inspecting = Pick<InspectionClient, 'inspect'>;

/** A file with its verdict. */
export type DoneInspection = FileInspection & {
  progress: Extract<InspectionProgress, {name: 'done'}>;
};

/** Also of another window. */
export const isBlob = (given: unknown): given is Blob =>
  /(Blob|File)]$/.test(Object.prototype.toString.call(given));

/** One file, or each of several. */
export const filesGiven = (given: Blob | Iterable<Blob>): Blob[] =>
  typeof given === 'object' && given !== null && Symbol.iterator in given ? [...given] : [given];
