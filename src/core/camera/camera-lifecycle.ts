import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Facing} from '@sealed-capture/seal/model/protection-config.js';
import type {Cameras, LiveCamera} from '../../ports/camera/camera.js';
import type {Shutter, StillEncoder} from '../../ports/camera/still-encoder.js';
import type {Keeper} from '../queue/late-queue.js';
import type {CameraState} from './camera-session.js';

export interface CameraPorts {
  cameras: Cameras;
  stills: StillEncoder;
}

/** Resources that exist while one camera is open. */
export interface Opened {
  camera: LiveCamera;
  shutter: Shutter;
}

type Live = CameraState & {name: 'live'};
/** The camera's own state, without the information about what a picture would be sealed with. */
export type CameraStand = Exclude<CameraState, Live> | Omit<Live, 'includes'>;

/**
 * Opens and closes a camera. Only the newest `open` counts: a camera that an earlier one delivers late is turned
 * off.
 */
export class CameraLifecycle {
  readonly #ports: CameraPorts;
  readonly #onChange: () => void;
  readonly #keeper: Keeper;
  /** Device ids by the direction they turned out to face, for cameras that do not report it. */
  readonly #deviceFacing = new Map<Facing, string>();
  #state: CameraStand = {name: 'off'};
  /** Exists from `open` until `close`. */
  #attention?: AbortController;
  /** Exists from one attempt to open a camera until the next attempt. */
  #attempt?: AbortController;
  #opened?: Opened;
  #facing: Facing = 'environment';

  /**
   * `onChange` is called whenever `state` has changed. No camera becomes live before `keeper` can store its
   * pictures.
   */
  constructor(ports: CameraPorts, onChange: () => void, keeper: Keeper) {
    this.#keeper = keeper;
    this.#ports = ports;
    this.#onChange = onChange;
  }

  get state(): CameraStand {
    return this.#state;
  }

  /** The open camera; undefined unless `state` is live. */
  get opened(): Opened | undefined {
    return this.#opened;
  }

  async open(facing: Facing, not?: string): Promise<void> {
    this.#attempt?.abort();
    const attempt = new AbortController();
    this.#attempt = attempt;
    const {signal} = attempt;
    this.#facing = facing;
    // Phones can open only one camera at a time.
    this.#turnOff();
    const {isGranted} = this.#ports.cameras;
    this.#become({name: isGranted ? 'starting' : 'pending'});
    const deviceId = this.#deviceFacing.get(facing);
    const opening = this.#ports.cameras.open({facing, not, deviceId, signal});
    // Browsers list all cameras only after permission was granted.
    const counting = isGranted ? this.#ports.cameras.count() : undefined;
    const outcome = await opening;
    if (signal.aborted) return;
    this.#watch();
    if (outcome.name !== 'live') return this.#become(outcome);
    // Subscribed at once, because the camera may be taken away before it is live.
    outcome.camera.onLost(() => void this.#lost(signal));
    if (this.#state.name === 'pending') this.#become({name: 'starting'});
    const [count, error] = await Promise.all([
      counting ?? this.#ports.cameras.count(),
      this.#keeper.loaded?.(),
    ]);
    if (signal.aborted) return;
    if (error) {
      outcome.camera.stop();
      this.#become({name: 'failed', error});
      void this.#keeper.arrival?.then(() => {
        if (!signal.aborted) void this.open(this.#facing);
      });
      return;
    }
    this.#goLive(outcome.camera, count > 1);
  }

  async openIfGranted(facing: Facing): Promise<void> {
    const obstacle = this.#ports.cameras.obstacle();
    if (obstacle && obstacle.name !== 'live') return this.#become(obstacle);
    this.#watch();
    // Opened without waiting, so that the camera starts while the element renders.
    if (this.#ports.cameras.isGranted) return this.open(facing);
    const {signal} = (this.#attempt ??= new AbortController());
    const permission = await this.#ports.cameras.permission();
    // The page has opened or closed the camera meanwhile.
    if (signal.aborted || this.#state.name !== 'off') return;
    if (permission === 'granted') return this.open(facing);
    if (permission === 'denied') this.#become({name: 'blocked', byPolicy: false});
  }

  async setFacing(facing: Facing): Promise<void> {
    if (facing === this.#facing && this.#state.name !== 'off') return;
    const isOn = ['pending', 'starting', 'live'].includes(this.#state.name);
    if (isOn) await this.open(facing, this.#opened?.camera.deviceId);
    else this.#facing = facing;
  }

  close(): void {
    this.#attention?.abort();
    this.#attention = undefined;
    this.#attempt?.abort();
    this.#attempt = undefined;
    this.#turnOff();
    this.#become({name: 'off'});
  }

  #goLive(camera: LiveCamera, canSwitch: boolean): void {
    this.#opened = {camera, shutter: this.#ports.stills.attach(camera.stream)};
    if (camera.deviceId) this.#deviceFacing.set(this.#facing, camera.deviceId);
    const {stream, facing} = camera;
    this.#become({name: 'live', stream, facing, canSwitch});
  }

  /**
   * The camera was unplugged or its permission was revoked: tries another camera; if there is none, the state says
   * why.
   */
  async #lost(attempt: AbortSignal): Promise<void> {
    if (attempt.aborted) return;
    this.#deviceFacing.clear();
    await this.open(this.#facing);
    if (this.#state.name !== 'not-found') return;
    const error = new SealedCaptureError('device_lost', 'The camera was taken away.');
    this.#become({name: 'failed', error});
  }

  /** Follows changes of permission and devices from the first result until `close`. */
  #watch(): void {
    if (this.#attention) return;
    this.#attention = new AbortController();
    const {signal} = this.#attention;
    this.#ports.cameras.watch(() => void this.#surroundingsChanged(signal), signal);
  }

  /** Handles a changed permission, or a camera that was plugged in or unplugged. */
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
        if (permission === 'granted') return this.open(this.#facing);
        if (permission === 'prompt') this.#become({name: 'denied'});
        return;
      case 'not-found':
      case 'failed':
        if (count > 0 && permission === 'granted') return this.open(this.#facing);
        return;
      case 'off':
      case 'pending':
      case 'starting':
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

  #become(state: CameraStand): void {
    if (state.name === 'off' && this.#state.name === 'off') return;
    this.#state = state;
    this.#onChange();
  }
}
