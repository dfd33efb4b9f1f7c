import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import type {ProtectionQueue} from '../queue/protection-queue.js';
import {Recoveries} from '../recording/recoveries.js';

/** Has interrupted recordings recovered. */
export function recoverRecordings(queue: ProtectionQueue): void {
  queue.recoverBy((...parts) => new Recoveries(MediaWorkerClient.shared().calls, ...parts));
}
