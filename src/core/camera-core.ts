import {BrowserCameras} from '../ports/camera.js';
import {MediaWorkerClient} from '../ports/media-worker-client.js';
import {BrowserStillEncoder} from '../ports/still-encoder.js';
import type {CameraSession} from './camera-session.js';
import {Core} from './core.js';
import {readPlates} from './read-plates.js';
import {PreviewSession} from './preview-session.js';
import type {ProtectionClient} from './protection.js';

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
