import {systemClock} from '../../ports/browser/clock.js';
import {BrowserCameras} from '../../ports/camera/camera.js';
import {BrowserStillEncoder} from '../../ports/camera/still-encoder.js';
import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import {LateCode} from '../async/loaded-late.js';
import type {CameraSession} from '../camera/camera-session.js';
import {PreviewSession, type PictureQueue} from '../camera/preview-session.js';
import type {readPlates} from '../plates/license-plates.js';
import type {ProtectionClient} from '../queue/queue-client.js';
import {pageQueue} from './page-queue.js';
import {readingsOf, sharedSensing, type Sensing} from './sensing.js';

const loadPlates = () => import('../plates/license-plates.js').then(({readPlates}) => readPlates);
let plates: LateCode<typeof readPlates> | undefined;

/** As `createCameraSession`, for an element of the page, which may be there before the queue is. */
export function cameraOfElement(client: ProtectionClient): CameraSession {
  const queue = pageQueue();
  queue.join((plates ??= new LateCode(loadPlates)));
  return cameraSession(client, sharedSensing(), queue);
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
