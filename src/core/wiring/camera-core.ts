import {SealingCore} from './core.js';
import type {CameraSession} from '../camera/camera-session.js';
import {readPlates} from '../plates/license-plates.js';
import {BrowserStillEncoder} from '../../ports/camera/still-encoder.js';
import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import type {ProtectionClient} from '../queue/queue-client.js';
import {cameraSession} from './elements/camera.js';

/**
 * Creates a camera session. The camera is off at first; its pictures use the client's configuration and the core's
 * queue.
 */
export function createCameraSession(
  client: ProtectionClient,
  core = SealingCore.shared(),
): CameraSession {
  readPlates(core.queue);
  const stills = new BrowserStillEncoder(MediaWorkerClient.shared().calls);
  return cameraSession(client, core.ports, () => stills);
}
