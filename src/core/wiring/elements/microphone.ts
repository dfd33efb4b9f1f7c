import {BrowserMicrophones} from '../../../ports/audio/browser-microphones.js';
import {BrowserRecorder} from '../../../ports/audio/browser-recorder.js';
import {steadyClock, systemClock, systemRandom} from '../../../ports/browser/clock.js';
import {wakeLock} from '../../../ports/browser/wake-lock.js';
import type {RecordingStore} from '../../../ports/captures/recording-store.js';
import type {Keeper} from '../../queue/late-queue.js';
import type {ProtectionClient} from '../../queue/queue-client.js';
import {MicrophoneSession} from '../../recording/microphone-session.js';
import type {RecordingSession} from '../../recording/recording-session.js';
import {capturing, capturingNow, pageQueue, pageSensing} from './page-queue.js';
import {readingsOf, type Sensing} from '../sensing.js';

let microphones: BrowserMicrophones | undefined;

/** Like `createRecordingSession`, for an element that may exist before the queue is loaded. */
export function microphoneOfElement(client: ProtectionClient): RecordingSession {
  void capturing().arrival.then(({queue, recoverRecordings}) => recoverRecordings(queue));
  return recordingSession(client, pageSensing(), () => capturingNow().recordings, pageQueue());
}

export function recordingSession(
  client: ProtectionClient,
  sensing: Sensing,
  store: () => RecordingStore,
  keeper?: Keeper,
): RecordingSession {
  const {motionPermission} = sensing;
  const ports = {
    motionPermission,
    clock: systemClock,
    random: systemRandom,
    steadyClock,
    get recordings() {
      return store();
    },
    microphones: (microphones ??= new BrowserMicrophones()),
    recorder: new BrowserRecorder(),
    keepAwake: wakeLock(),
  };
  return new MicrophoneSession(ports, readingsOf(client, sensing), keeper);
}
