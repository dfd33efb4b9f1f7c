import {
  WorkerSealReader,
  type CasePacker,
  type SealReader,
} from '../../ports/inspection/seal-reader.js';

export type {CasePacker, EvidenceText, SealReader} from '../../ports/inspection/seal-reader.js';

let shared: (SealReader & CasePacker) | undefined;

/** The page's shared reader of seals in files; its worker is started on first use. */
export const sharedSealReader = (): SealReader & CasePacker => (shared ??= new WorkerSealReader());
