import {SealedCaptureError} from '../model/errors.js';
import type {CaptureDetail, Facing} from '../model/protection-config.js';
import type {Cameras, LiveCamera} from '../ports/camera.js';
import type {Clock} from '../ports/clock.js';
import type {Shutter, StillEncoder} from '../ports/still-encoder.js';
import type {CameraSession, CameraState, CaptureContents, ContentGroup} from './camera-session.js';
import type {MetadataReadings} from './metadata-snapshot.js';
import type {ProtectionQueue} from './protection-queue.js';
import type {Protection, ProtectionClient} from './protection.js';

export interface PreviewPorts {
  cameras: Cameras;
  stills: StillEncoder;
  clock: Clock;
}

/** What belongs to one camera being open, and ends with it. */
interface Opened {
  camera: LiveCamera;
  shutter: Shutter;
}

/** The camera of one element. Only the newest open counts: whatever an earlier one brings is turned off. */
export class PreviewSession extends EventTarget implements CameraSession {
  readonly #client: ProtectionClient;
  readonly #ports: PreviewPorts;
  readonly #readings: MetadataReadings;
  readonly #queue: ProtectionQueue;
  /** Which camera turned out to face which way, where cameras do not tell. */
  readonly #deviceFacing = new Map<Facing, string>();
  #state: CameraState = {name: 'off'};
  /** From open until close. */
  #attention?: AbortController;
  /** From the first live camera until close. */
  #collection?: AbortController;
  /** From one attempt to open a camera until the next. */
  #attempt?: AbortController;
  #opened?: Opened;
  #facing: Facing = 'environment';
  #captures = 0;

  constructor(
    client: ProtectionClient,
    ports: PreviewPorts,
    readings: MetadataReadings,
    queue: ProtectionQueue,
  ) {
    super();
    this.#client = client;
    this.#ports = ports;
    this.#readings = readings;
    this.#queue = queue;
  }

  get state(): CameraState {
    return this.#state;
  }

  get isCapturing(): boolean {
    return this.#captures > 0;
  }

  contents(): CaptureContents {
    const camera = this.#opened?.camera.describe() ?? {};
    return {metadata: this.#readings.snapshot(camera, this.#client.config), ages: {}};
  }

  requestPermissions(facing: Facing): Promise<void> {
    return this.#state.name === 'live' ? Promise.resolve() : this.#open(facing);
  }

  open(facing: Facing): Promise<void> {
    return this.#open(facing);
  }

  async openIfGranted(facing: Facing): Promise<void> {
    const obstacle = this.#ports.cameras.obstacle();
    if (obstacle && obstacle.name !== 'live') return this.#become(obstacle);
    const before = this.#attempt;
    const permission = await this.#ports.cameras.permission();
    // Opened or closed by the page meanwhile.
    if (this.#attempt !== before || this.#state.name !== 'off') return;
    if (permission === 'granted') return this.#open(facing);
    if (permission === 'denied') this.#become({name: 'blocked', byPolicy: false});
  }

  async setFacing(facing: Facing): Promise<void> {
    if (facing === this.#facing && this.#state.name !== 'off') return;
    const wasOn = this.#state.name === 'live' || this.#state.name === 'pending';
    if (wasOn) await this.#open(facing, this.#opened?.camera.deviceId);
    else this.#facing = facing;
  }

  async takePicture(protection: Protection): Promise<CaptureDetail> {
    const opened = this.#opened;
    if (this.#state.name !== 'live' || !opened) {
      throw new SealedCaptureError(
        'not_capturing',
        'There is no live camera to take a picture of.',
      );
    }
    this.#capturing(1);
    try {
      const draft = {
        mode: 'image',
        mediaType: 'image/jpeg',
        capturedAt: this.#ports.clock.now(),
        metadata: this.#readings.snapshot(opened.camera.describe(), this.#client.config),
      } as const;
      return await this.#queue.add(protection, draft, (job) => opened.shutter.take(job));
    } finally {
      this.#capturing(-1);
    }
  }

  close(): void {
    this.#attention?.abort();
    this.#attention = undefined;
    this.#collection?.abort();
    this.#collection = undefined;
    this.#attempt?.abort();
    this.#attempt = undefined;
    this.#turnOff();
    this.#become({name: 'off'});
  }

  async #open(facing: Facing, not?: string): Promise<void> {
    this.#attempt?.abort();
    const attempt = new AbortController();
    this.#attempt = attempt;
    const {signal} = attempt;
    this.#facing = facing;
    // Phones open one camera at a time.
    this.#turnOff();
    this.#become({name: 'pending'});
    const deviceId = this.#deviceFacing.get(facing);
    const outcome = await this.#ports.cameras.open({facing, not, deviceId, signal});
    if (signal.aborted) return;
    this.#watch();
    if (outcome.name !== 'live') return this.#become(outcome);
    const count = await this.#ports.cameras.count();
    if (signal.aborted) return;
    this.#goLive(outcome.camera, count > 1);
  }

  #goLive(camera: LiveCamera, canSwitch: boolean): void {
    this.#collect();
    this.#opened = {camera, shutter: this.#ports.stills.attach(camera.stream)};
    if (camera.deviceId) this.#deviceFacing.set(this.#facing, camera.deviceId);
    camera.onLost(() => void this.#lost(camera));
    const {stream, facing} = camera;
    this.#become({name: 'live', stream, facing, canSwitch, includes: this.#includes()});
  }

  /** Unplugged, or its permission taken back: another camera may do, and if not, the state says why. */
  async #lost(camera: LiveCamera): Promise<void> {
    if (this.#opened?.camera !== camera) return;
    this.#deviceFacing.clear();
    await this.#open(this.#facing);
    if (this.#state.name !== 'not-found') return;
    const error = new SealedCaptureError('device_lost', 'The camera was taken away.');
    this.#become({name: 'failed', error});
  }

  /** Readings, from the first live camera until close: without a camera nobody is asked for the place. */
  #collect(): void {
    if (this.#collection) return;
    this.#collection = new AbortController();
    const {signal} = this.#collection;
    this.#readings.collect(
      () => this.#client.config,
      signal,
      () => this.#placeChanged(),
    );
  }

  /** Often only a new fix. */
  #placeChanged(): void {
    const {state} = this;
    const includes = this.#includes();
    if (state.name === 'live' && String(state.includes) !== String(includes)) {
      this.#become({...state, includes});
    }
  }

  #includes(): ContentGroup[] {
    return this.#readings.hasPlace ? ['place', 'camera', 'device'] : ['camera', 'device'];
  }

  /** The browser's own changes, from the first answer until close. */
  #watch(): void {
    if (this.#attention) return;
    this.#attention = new AbortController();
    const {signal} = this.#attention;
    this.#ports.cameras.watch(() => void this.#surroundingsChanged(signal), signal);
  }

  /** The permission was changed, or a camera was plugged in or out. */
  async #surroundingsChanged(signal: AbortSignal): Promise<void> {
    const [permission, count] = await Promise.all([
      this.#ports.cameras.permission(),
      this.#ports.cameras.count(),
    ]);
    if (signal.aborted) return;
    const {state} = this;
    switch (state.name) {
      case 'live':
        if (state.canSwitch !== count > 1) this.#become({...state, canSwitch: count > 1});
        return;
      case 'denied':
      case 'blocked':
        if (permission === 'granted') return this.#open(this.#facing);
        if (permission === 'prompt') this.#become({name: 'denied'});
        return;
      case 'not-found':
      case 'failed':
        if (count > 0 && permission === 'granted') return this.#open(this.#facing);
        return;
      case 'off':
      case 'pending':
      case 'in-use':
      case 'insecure':
        return;
    }
  }

  #turnOff(): void {
    this.#opened?.shutter.close();
    this.#opened?.camera.stop();
    this.#opened = undefined;
  }

  #capturing(change: 1 | -1): void {
    this.#captures += change;
    this.dispatchEvent(new Event('change'));
  }

  #become(state: CameraState): void {
    if (state.name === 'off' && this.#state.name === 'off') return;
    this.#state = state;
    this.dispatchEvent(new Event('change'));
  }
}
