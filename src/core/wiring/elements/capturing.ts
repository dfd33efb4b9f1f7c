/**
 * Code that takes stills and chosen files, stores, seals and delivers captures, packs them in ZIPs, reads the sensors, asks for license plates and
 * recovers recordings. It is loaded right after the elements (see `page-queue.ts`). One file, so that all bundlers make one
 * request of it.
 */
import {BrowserStillEncoder} from '../../../ports/camera/still-encoder.js';
import {MediaWorkerClient} from '../../../ports/worker-channel/media-worker-client.js';
import {systemClock} from '../../../ports/browser/clock.js';
import {WorkerChosenFiles} from '../../../ports/captures/chosen-files.js';
import {importingInto} from '../../queue/importing.js';
import {readPlates} from '../../plates/license-plates.js';
import {SealingCore} from '../core.js';
import {recoverRecordings} from '../recoveries.js';

export {sharedCasePacker} from './case-packer.js';

const {
  queue,
  ports: {readings},
} = SealingCore.shared();

const {calls: recordings} = MediaWorkerClient.shared();
const stills = new BrowserStillEncoder(recordings);
const importing = importingInto(recordings, new WorkerChosenFiles(), systemClock);

export {importing, queue, readings, readPlates, recordings, recoverRecordings, stills};
