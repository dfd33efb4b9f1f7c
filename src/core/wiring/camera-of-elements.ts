import {systemClock} from '../../ports/browser/clock.js';
import {BrowserCameras} from '../../ports/camera/camera.js';
import {BrowserStillEncoder} from '../../ports/camera/still-encoder.js';
import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import type {CameraSession} from '../camera/camera-session.js';
import {PreviewSession, type PictureQueue} from '../camera/preview-session.js';
import type {ProtectionClient} from '../queue/queue-client.js';
import {capturing, pageQueue} from './page-queue.js';
import {readingsOf, sharedSensing, type Sensing} from './sensing.js';

/** As `createCameraSession`, for an element of the page, which may be there before the queue is. */
export function cameraOfElement(client: ProtectionClient): CameraSession {
  void capturing().arrival.then(({queue, readPlates}) => readPlates(queue));
  return cameraSession(client, sharedSensing(), pageQueue());
}

export function cameraSession(
  client: ProtectionClient,
  sensing: Sensing,
  queue: PictureQueue,
): CameraSession {
  const {motionPermission} = sensing;
  const ports = {
    motionPermission,
    clock: systemClock,
    cameras: new BrowserCameras(),
    stills: new BrowserStillEncoder(MediaWorkerClient.shared()),
  };
  return new PreviewSession(ports, readingsOf(client, sensing), queue);
}
