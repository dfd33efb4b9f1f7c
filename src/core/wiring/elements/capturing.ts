/**
 * What keeps, seals and delivers captures, reads the sensors, asks for licence plates and recovers recordings: loaded
 * right after the elements (see `page-queue.ts`). One file, so that it is one request with all bundlers.
 */
import {readPlates} from '../../plates/license-plates.js';
import {Core} from '../core.js';
import {recoverRecordings} from '../recoveries.js';

const {
  queue,
  ports: {readings},
} = Core.shared();

export {queue, readings, readPlates, recoverRecordings};
