import {LateQueue} from '../queue/late-queue.js';

export {report} from '../../ports/browser/report.js';

let shared: LateQueue | undefined;

/** The queue of the page's own core, for its elements: its code is requested when the first of them asks. */
export const pageQueue = (): LateQueue =>
  (shared ??= new LateQueue(async () => (await import('./core.js')).Core.shared().queue));
