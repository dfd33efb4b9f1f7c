import {BrowserCameras} from '../../ports/camera/camera.js';
import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import {BrowserStillEncoder} from '../../ports/camera/still-encoder.js';
import type {CameraSession} from '../camera/camera-session.js';
import {Core} from './core.js';
import {readPlates} from '../plates/license-plates.js';
import {PreviewSession} from '../camera/preview-session.js';
import type {ProtectionClient} from '../queue/queue-client.js';

/** A camera, turned off yet; its pictures carry the client's configuration, and are sealed by the core's queue. */
export function createCameraSession(client: ProtectionClient, core = Core.shared()): CameraSession {
  readPlates(core.queue);
  const ports = {
    ...core.ports,
    cameras: new BrowserCameras(),
    stills: new BrowserStillEncoder(MediaWorkerClient.shared()),
  };
  return new PreviewSession(ports, core.createReadings(client), core.queue);
}
