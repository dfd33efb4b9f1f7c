/**
 * Code that stores, seals and delivers captures, reads the sensors, asks for license plates and recovers
 * recordings. It is loaded right after the elements (see `page-queue.ts`). One file, so that all bundlers make one
 * request of it.
 */
import {readPlates} from '../../plates/license-plates.js';
import {SealingCore} from '../core.js';
import {recoverRecordings} from '../recoveries.js';

const {
  queue,
  ports: {readings},
} = SealingCore.shared();

export {queue, readings, readPlates, recoverRecordings};
