import {LateCode} from '../../async/late-code.js';
import {LateQueue} from '../../queue/late-queue.js';
import {sharedMotionPermission, type Sensing} from '../sensing.js';

export {report} from '../../../ports/browser/report.js';

const load = () => import('./capturing.js');
type Capturing = Awaited<ReturnType<typeof load>>;

let late: LateCode<Capturing> | undefined;
let shared: LateQueue | undefined;
let sensing: Sensing | undefined;

/** Code that captures need beyond their element; requested on first use. */
export const capturing = (): LateCode<Capturing> => (late ??= new LateCode(load));

/** The same code. It is loaded whenever a camera or microphone is live: both wait for it. */
export const capturingNow = (): Capturing => capturing().code as Capturing;

/** The shared queue for the page's elements. */
export const pageQueue = (): LateQueue => (shared ??= new LateQueue(capturing()));

/** The metadata source for the captures of the page's elements. */
export const pageSensing = (): Sensing =>
  (sensing ??= {
    motionPermission: sharedMotionPermission(),
    readings: capturing().arrival.then(({readings}) => readings),
  });
