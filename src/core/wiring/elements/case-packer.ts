import {WorkerCasePacker, type CasePacker} from '../../../ports/inspection/case-packer.js';

export type {CasePacker} from '../../../ports/inspection/case-packer.js';
export {sharedSealReader} from '../reader.js';
export type {EvidenceText} from '../../../ports/inspection/seal-reader.js';

let shared: CasePacker | undefined;

/** The page's shared packer of evidence; its worker is started on first use. */
export const sharedCasePacker = (): CasePacker => (shared ??= new WorkerCasePacker());
