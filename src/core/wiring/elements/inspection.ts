import {LateCode} from '../../async/late-code.js';

export {report} from '../../../ports/browser/report.js';
export {sharedSealReader, type SealReader} from '../reader.js';

const load = () => import('../inspection.js');
let shared: LateCode<Awaited<ReturnType<typeof load>>> | undefined;

/** What asks the service and this browser; requested when the first inspector is made. */
export const lateOpinions = () => (shared ??= new LateCode(load));
