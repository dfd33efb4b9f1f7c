import {WorkerSealReader, type SealReader} from '../../ports/inspection/seal-reader.js';

export type {SealReader} from '../../ports/inspection/seal-reader.js';

let shared: SealReader | undefined;

/** The page's own reader of what is in a file; its worker is started when it is first asked. */
export const sharedSealReader = (): SealReader => (shared ??= new WorkerSealReader());
