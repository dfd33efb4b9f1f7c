import {BrowserMicrophones} from '../ports/audio/browser-microphones.js';
import {BrowserRecorder} from '../ports/audio/browser-recorder.js';
import {Core} from './core.js';
import {MicrophoneSession} from './microphone-session.js';
import type {ProtectionClient} from './protection.js';
import type {RecordingSession} from './recording-session.js';

/** A microphone, turned off yet; its recordings carry the client's configuration, and are sealed by the core's queue. */
export function createRecordingSession(
  client: ProtectionClient,
  core = Core.shared(),
): RecordingSession {
  const ports = {
    ...core.ports,
    microphones: new BrowserMicrophones(),
    recorder: new BrowserRecorder(),
  };
  return new MicrophoneSession(ports, core.createReadings(client), core.queue);
}
