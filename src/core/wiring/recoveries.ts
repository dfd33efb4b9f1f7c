import {WorkerRecordingStore} from '../../ports/captures/recording-store.js';
import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import type {ProtectionQueue} from '../queue/protection-queue.js';
import {Recoveries} from '../recording/recoveries.js';

/** Has interrupted recordings recovered. */
export function recoverRecordings(queue: ProtectionQueue): void {
  const recordings = new WorkerRecordingStore(MediaWorkerClient.shared());
  queue.recoverBy((...parts) => new Recoveries(recordings, ...parts));
}
