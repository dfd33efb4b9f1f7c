import {LateCode} from '../../async/late-code.js';
import {LateQueue} from '../../queue/late-queue.js';
import {sharedMotionPermission, type Sensing} from '../sensing.js';

export {report} from '../../../ports/browser/report.js';

const load = () => import('./capturing.js');
type Capturing = Awaited<ReturnType<typeof load>>;

let late: LateCode<Capturing> | undefined;
let shared: LateQueue | undefined;
let sensing: Sensing | undefined;

/** What captures need beyond their element; requested when it is first asked for. */
export const capturing = (): LateCode<Capturing> => (late ??= new LateCode(load));

/** The queue of the page's own core, for its elements. */
export const pageQueue = (): LateQueue => (shared ??= new LateQueue(capturing()));

/** What tells what captures of the page's elements are sealed with. */
export const pageSensing = (): Sensing =>
  (sensing ??= {
    motionPermission: sharedMotionPermission(),
    readings: capturing().arrival.then(({readings}) => readings),
  });
