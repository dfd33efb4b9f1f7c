import {BrowserMicrophones} from '../../ports/audio/browser-microphones.js';
import {BrowserRecorder} from '../../ports/audio/browser-recorder.js';
import {steadyClock} from '../../ports/browser/clock.js';
import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import {WorkerRecordingStore} from '../../ports/captures/recording-store.js';
import {Core} from './core.js';
import {MicrophoneSession} from '../recording/microphone-session.js';
import type {ProtectionClient} from '../queue/queue-client.js';
import {Recoveries} from '../recording/recoveries.js';
import type {RecordingSession} from '../recording/recording-session.js';

export {setEncoderWorkerUrl, setRecorderWorkletUrl} from '../../ports/audio/script-urls.js';

/** A microphone, turned off yet; its recordings carry the client's configuration, and are sealed by the core's queue. */
export function createRecordingSession(
  client: ProtectionClient,
  core = Core.shared(),
): RecordingSession {
  const recordings = new WorkerRecordingStore(MediaWorkerClient.shared());
  core.queue.recoverBy((...parts) => new Recoveries(recordings, ...parts));
  const ports = {
    ...core.ports,
    recordings,
    steadyClock,
    microphones: new BrowserMicrophones(),
    recorder: new BrowserRecorder(),
  };
  return new MicrophoneSession(ports, core.createReadings(client), core.queue);
}
