import {failureAs} from '@sealed-capture/seal/model/errors.js';
import {LateCode} from '../../async/late-code.js';

export {report} from '../../../ports/browser/report.js';
export {sharedSealReader, type PicturePixels, type SealReader} from '../reader.js';

const load = () =>
  import('../inspection.js').catch((thrown: unknown) => {
    throw failureAs('part_missing', thrown);
  });
export type OpinionsCode = Awaited<ReturnType<typeof load>>;
let shared: LateCode<OpinionsCode> | undefined;

/**
 * Code that asks the service and this browser for a verdict; requested when the first inspector is created. Its
 * requests reject with `part_missing`.
 */
export const lateOpinions = () => (shared ??= new LateCode(load));
