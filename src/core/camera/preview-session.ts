import type {CaptureDetail, Facing} from '@sealed-capture/seal/model/protection-config.js';
import type {Clock} from '../../ports/browser/clock.js';
import type {MotionPermission} from '../../ports/sensors/motion-permission.js';
import {CameraLifecycle, type CameraPorts} from './camera-lifecycle.js';
import {
  cameraNotOn,
  type CameraSession,
  type CameraState,
  type OnMeasured,
} from './camera-session.js';
import {pause} from '../async/pause.js';
import {
  isSameSummary,
  contentSummaryOf,
  type CaptureContents,
} from '../metadata/capture-contents.js';
import type {CaptureReadings} from '../metadata/late-readings.js';
import type {Keeper} from '../queue/late-queue.js';
import {capturingOf} from '../queue/draft.js';
import type {Protection} from '../queue/queue-client.js';

export interface PreviewPorts extends CameraPorts {
  motionPermission: MotionPermission;
  clock: Clock;
}

/** The camera of one element, together with the sensors that describe its pictures. */
export class PreviewSession extends EventTarget implements CameraSession {
  readonly #ports: PreviewPorts;
  readonly #readings: CaptureReadings;
  readonly #lifecycle: CameraLifecycle;
  #state: CameraState = {name: 'off'};
  /** Exists while a camera is live or starting. Sensors run only then, so that nobody is located without need. */
  #collection?: AbortController;
  #collecting?: Promise<void>;
  /** Settles when the camera is no longer being opened. */
  #opening?: Promise<unknown>;
  #captures = 0;

  constructor(ports: PreviewPorts, readings: CaptureReadings, keeper: Keeper = {}) {
    super();
    this.#ports = ports;
    this.#readings = readings;
    this.#lifecycle = new CameraLifecycle(ports, () => this.#cameraChanged(), keeper);
  }

  get state(): CameraState {
    return this.#state;
  }

  get isCapturing(): boolean {
    return this.#captures > 0;
  }

  contents(): CaptureContents {
    const {opened} = this.#lifecycle;
    return this.#readings.contents({
      camera: opened?.camera.describe() ?? {unavailableReason: 'not_available'},
    });
  }

  async requestPermissions(facing: Facing): Promise<void> {
    // Requested before the first await, which would end the gesture. Not awaited, because the person may never
    // answer.
    void this.#ports.motionPermission.request();
    // While no camera is live, the location is requested later, as soon as one is.
    this.#readings.askAgain();
    if (this.#state.name === 'starting') await this.#opening;
    else if (this.#state.name !== 'live') await this.open(facing);
  }

  open(facing: Facing): Promise<void> {
    return this.#settle(this.#lifecycle.open(facing));
  }

  openIfGranted(facing: Facing): Promise<void> {
    return this.#settle(this.#lifecycle.openIfGranted(facing));
  }

  setFacing(facing: Facing): Promise<void> {
    return this.#settle(this.#lifecycle.setFacing(facing));
  }

  #settle(opening: Promise<void>): Promise<void> {
    const settled = opening.then(() => this.#collecting);
    this.#opening = Promise.all([this.#opening, settled]);
    return settled;
  }

  async takePicture(protection: Protection, onMeasured?: OnMeasured): Promise<CaptureDetail> {
    const {opened} = this.#lifecycle;
    if (!opened) {
      throw cameraNotOn();
    }
    this.#collect();
    this.#capturing(1);
    try {
      const draft = {
        mode: 'image',
        mediaType: 'image/jpeg',
        origin: 'capture',
        capturedAt: this.#ports.clock.now(),
        onMeasured,
        ...this.#readings.draft({camera: opened.camera.describe()}),
      } as const;
      const isMeasured = !!onMeasured;
      return await capturingOf(protection).add(draft, (job) =>
        opened.shutter.take(job, isMeasured),
      );
    } finally {
      this.#capturing(-1);
    }
  }

  close(): void {
    this.#lifecycle.close();
  }

  #cameraChanged(): void {
    const {state} = this.#lifecycle;
    // Started in a later task, so that the preview appears first.
    if (state.name === 'live') this.#collecting = pause(0).then(() => this.#collect());
    // Switching the camera keeps the location that was found.
    else if (state.name !== 'pending' && state.name !== 'starting') this.#stopCollecting();
    this.#become(state.name === 'live' ? {...state, ...this.#summary()} : state);
  }

  #collect(): void {
    if (this.#collection || this.#lifecycle.state.name !== 'live') return;
    this.#collection = new AbortController();
    this.#readings.collect(this.#collection.signal, () => this.#readingsChanged());
    this.#readingsChanged();
  }

  #stopCollecting(): void {
    this.#collection?.abort();
    this.#collection = undefined;
  }

  /** If the same sections still have values, only the reason why one is absent has changed: no event is needed. */
  #readingsChanged(): void {
    const {state} = this;
    if (state.name !== 'live') return;
    const summary = this.#summary();
    if (!isSameSummary(state, summary)) this.#become({...state, ...summary});
  }

  #summary() {
    return contentSummaryOf(this.contents().metadata);
  }

  #capturing(change: 1 | -1): void {
    this.#captures += change;
    this.dispatchEvent(new Event('change'));
  }

  #become(state: CameraState): void {
    this.#state = state;
    this.dispatchEvent(new Event('change'));
  }
}
