import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import {SealingCore} from './core.js';
import type {ProtectionClient} from '../queue/queue-client.js';
import type {RecordingSession} from '../recording/recording-session.js';
import {recordingSession} from './elements/microphone.js';
import {recoverRecordings} from './recoveries.js';

/**
 * Creates a recording session. The microphone is off at first; its recordings use the client's configuration and
 * the core's queue.
 */
export function createRecordingSession(
  client: ProtectionClient,
  core = SealingCore.shared(),
): RecordingSession {
  recoverRecordings(core.queue);
  return recordingSession(client, core.ports, () => MediaWorkerClient.shared().calls);
}
