import type * as browser from '../../../core/wiring/elements/camera-choice.js';
import type {Facing} from '@sealed-capture/seal/model/protection-config.js';

/** The cameras of this device, and the one that the person chose. */
export type CameraSource = Pick<
  typeof browser,
  'listCameras' | 'watchCameras' | 'rememberCamera' | 'isRemembered'
>;

/** Reopens the camera of a facing. */
export interface Reopened {
  readonly session?: {open(facing: Facing): Promise<void>};
}

/** The part of the element that turns to the other facing. */
interface Turning {
  facing: Facing;
}

/** The cameras by label, and the choice of one. */
export class CameraChoices {
  readonly #host: Turning;
  readonly #camera: Reopened;
  readonly #source: CameraSource;
  readonly #onChange: () => void;
  #list: readonly browser.CameraChoice[] = [];
  /** True while the camera that the person chose is not on yet. */
  #isChoosing = false;

  /** `onChange` is called when `list` has changed. */
  constructor(host: Turning, camera: Reopened, source: CameraSource, onChange: () => void) {
    this.#host = host;
    this.#camera = camera;
    this.#source = source;
    this.#onChange = onChange;
  }

  get list(): readonly browser.CameraChoice[] {
    return this.#list;
  }

  /** Lists the cameras, now and whenever one is connected or disconnected. Resolves once they are listed. */
  follow(signal: AbortSignal): Promise<void> {
    this.#source.watchCameras(() => void this.#readCameras(signal), signal);
    return this.#readCameras(signal);
  }

  /**
   * Called when a camera is on. A chosen camera may turn out to have the other facing. Returns true if this is the
   * camera that was just chosen.
   */
  opened(track: MediaStreamTrack, facing: Facing): boolean {
    const isChosen = this.#isChoosing;
    this.#isChoosing = false;
    const {deviceId} = track.getSettings();
    const {facing: wanted} = this.#host;
    const {isRemembered, rememberCamera} = this.#source;
    if (facing !== wanted && deviceId && isRemembered(wanted, deviceId, track.label)) {
      rememberCamera(facing, deviceId, track.label);
      this.#host.facing = facing;
    }
    return isChosen;
  }

  readonly choose = ({deviceId, name, facing = this.#host.facing}: browser.CameraChoice) => {
    this.#isChoosing = true;
    this.#source.rememberCamera(facing, deviceId, name);
    if (facing === this.#host.facing) void this.#camera.session?.open(facing);
    else this.#host.facing = facing;
  };

  async #readCameras(signal: AbortSignal) {
    const list = await this.#source.listCameras();
    if (signal.aborted) return;
    this.#list = list;
    this.#onChange();
  }
}
