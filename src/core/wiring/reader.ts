import {WorkerSealReader, type SealReader} from '../../ports/inspection/seal-reader.js';

export type {PicturePixels, SealReader} from '../../ports/inspection/seal-reader.js';

let shared: SealReader | undefined;

/** The page's shared reader of seals in files; its worker is started on first use. */
export const sharedSealReader = (): SealReader => (shared ??= new WorkerSealReader());
