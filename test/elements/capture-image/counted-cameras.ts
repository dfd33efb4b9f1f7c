import {PreviewSession} from '../../../src/core/camera/preview-session.js';
import type {ProtectionClient} from '../../../src/core/queue/queue-client.js';
import {browserPorts, SealingCore} from '../../../src/core/wiring/core.js';
import {createRecordingSession} from '../../../src/core/wiring/microphone-core.js';
import type {CaptureCore} from '../../../src/elements/core-context.js';
import {systemClock} from '../../../src/ports/browser/clock.js';
import {BrowserCameras} from '../../../src/ports/camera/camera.js';
import {BrowserStillEncoder} from '../../../src/ports/camera/still-encoder.js';
import {MediaWorkerClient} from '../../../src/ports/worker-channel/media-worker-client.js';
import type {Gate} from '../../gate.js';

/** A core with the browser's own cameras, whose tracks it counts. */
export class CountedCameras implements CaptureCore {
  readonly #core = new SealingCore(browserPorts());
  readonly #tracks: MediaStreamTrack[] = [];
  readonly #cameras = new BrowserCameras({
    getUserMedia: async (constraints: MediaStreamConstraints) => {
      this.requests++;
      await this.gate?.passed;
      const stream = await navigator.mediaDevices.getUserMedia(constraints);
      this.#tracks.push(...stream.getTracks());
      this.most = Math.max(this.most, this.live);
      return stream;
    },
    enumerateDevices: () => navigator.mediaDevices.enumerateDevices(),
    addEventListener: () => undefined,
  } as unknown as MediaDevices);
  requests = 0;
  /** The largest number of tracks that were live at the same time. */
  most = 0;
  /** If it is set, no camera arrives before it is open. */
  gate?: Gate;

  get live(): number {
    return this.#tracks.filter(({readyState}) => readyState === 'live').length;
  }

  connect(client: ProtectionClient) {
    return this.#core.connect(client);
  }

  createRecordingSession(client: ProtectionClient) {
    return createRecordingSession(client, this.#core);
  }

  createCameraSession(client: ProtectionClient) {
    const ports = {
      motionPermission: this.#core.ports.motionPermission,
      clock: systemClock,
      cameras: this.#cameras,
      stills: new BrowserStillEncoder(MediaWorkerClient.shared().calls),
    };
    return new PreviewSession(ports, this.#core.createReadings(client));
  }

  close() {
    this.#core.close();
  }
}
