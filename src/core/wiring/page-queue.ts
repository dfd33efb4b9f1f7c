import {LateCode} from '../async/late-code.js';
import {LateQueue} from '../queue/late-queue.js';

export {report} from '../../ports/browser/report.js';

type Capturing = typeof import('./capturing.js');

let late: LateCode<Capturing> | undefined;
let shared: LateQueue | undefined;

/** What captures need beyond their element; requested when it is first asked for. */
export const capturing = (): LateCode<Capturing> =>
  (late ??= new LateCode(() => import('./capturing.js')));

/** The queue of the page's own core, for its elements. */
export const pageQueue = (): LateQueue => (shared ??= new LateQueue(capturing()));
