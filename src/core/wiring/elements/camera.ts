import {systemClock} from '../../../ports/browser/clock.js';
import {BrowserCameras} from '../../../ports/camera/camera.js';
import type {StillEncoder} from '../../../ports/camera/still-encoder.js';
import type {CameraSession} from '../../camera/camera-session.js';
import {PreviewSession} from '../../camera/preview-session.js';
import type {Keeper} from '../../queue/late-queue.js';
import type {ProtectionClient} from '../../queue/queue-client.js';
import {capturing, capturingNow, pageQueue, pageSensing} from './page-queue.js';
import {readingsOf, type Sensing} from '../sensing.js';

let cameras: BrowserCameras | undefined;
const sharedCameras = (): BrowserCameras => (cameras ??= new BrowserCameras());

/** Queries the camera permission before an element needs it. Does nothing on a server. */
export function askForPermission(): void {
  if ('document' in globalThis) void sharedCameras().permission();
}

/** Like `createCameraSession`, for an element that may exist before the queue is loaded. */
export function cameraOfElement(client: ProtectionClient): CameraSession {
  void capturing().arrival.then(({queue, readPlates}) => readPlates(queue));
  return cameraSession(client, pageSensing(), () => capturingNow().stills, pageQueue());
}

export function cameraSession(
  client: ProtectionClient,
  sensing: Sensing,
  encoder: () => StillEncoder,
  keeper?: Keeper,
): CameraSession {
  const {motionPermission} = sensing;
  const ports = {
    motionPermission,
    clock: systemClock,
    cameras: sharedCameras(),
    get stills() {
      return encoder();
    },
  };
  return new PreviewSession(ports, readingsOf(client, sensing), keeper);
}
