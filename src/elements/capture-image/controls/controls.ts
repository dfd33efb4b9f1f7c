import {nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CameraState} from '../../../core/camera/camera-session.js';
import {TrackControls} from '../../../core/camera/track-controls.js';
import * as browser from '../../../core/wiring/elements/camera-choice.js';
import type {Facing} from '../../../model/protection-config.js';
import {cameraControls} from '../../strings/en/photos/camera-controls.js';
import {Localize} from '../../strings/localize.js';
import {watchKeys, watchPinches, watchVolumeKeys} from './gestures.js';
import {controlsStyles} from './styles.js';
import {renderControls, zoomText} from './view.js';

type Host = ReactiveControllerHost & HTMLElement & {renderRoot: ParentNode; facing: Facing};

/** The cameras of this device, and which of them the person chose. */
type Cameras = Pick<
  typeof browser,
  'listCameras' | 'watchCameras' | 'rememberCamera' | 'rememberedCamera'
>;

/** Opens the camera of a direction anew. */
interface Reopened {
  readonly session?: {open(facing: Facing): Promise<void>};
}

/** Says it to screen readers. */
interface Voice {
  announce(text: string): void;
}

/** One camera, from going live until another comes or none is left. */
interface Current {
  track: MediaStreamTrack;
  controls: TrackControls;
  /** Whether screen readers were told that the light is on. */
  isLit: boolean;
  lifetime: AbortController;
}

/** The controls over the live picture: the light, the zoom, and which camera takes it. */
export class Controls implements ReactiveController {
  readonly styles = [controlsStyles];
  readonly #host: Host;
  readonly #camera: Reopened;
  readonly #voice: Voice;
  readonly #cameras: Cameras;
  readonly #say: Localize;
  #current?: Current;
  #choices: readonly browser.CameraChoice[] = [];
  #isOpen = false;
  /** The person chose another camera, which is not on yet. */
  #isChoosing = false;
  /** The frame and the picture that are listened to. */
  #heard = new WeakSet<HTMLElement>();
  #listening = new AbortController();

  /** `cameras` stands in for the browser's own. */
  constructor(host: Host, camera: Reopened, voice: Voice, cameras: Cameras = browser) {
    this.#host = host;
    this.#camera = camera;
    this.#voice = voice;
    this.#cameras = cameras;
    this.#say = new Localize(host, cameraControls);
    host.addController(this);
  }

  hostDisconnected() {
    this.#follow();
    this.#listening.abort();
    this.#listening = new AbortController();
    this.#heard = new WeakSet();
    this.#isOpen = false;
  }

  hostUpdated() {
    // The camera that goes off asks for a last update.
    if (!this.#host.isConnected) return;
    const {renderRoot} = this.#host;
    const {signal} = this.#listening;
    const frame = renderRoot.querySelector<HTMLElement>('.frame');
    const picture = renderRoot.querySelector('video');
    const gestures = {zoom: this.#zoomBy, escape: this.#close, shoot: this.#shoot};
    if (frame && this.#isNew(frame)) {
      // A tap on the picture gives the frame the focus, and its keys with it.
      frame.tabIndex = -1;
      watchKeys(frame, gestures, signal);
      watchVolumeKeys(this.#shoot, signal);
    }
    if (picture && this.#isNew(picture)) watchPinches(picture, gestures, signal);
  }

  render(camera: CameraState) {
    this.#follow(camera);
    const current = this.#current;
    if (!current) return nothing;
    const {track, controls} = current;
    const {state, offers} = controls;
    return renderControls(
      {
        isOpen: this.#isOpen,
        toggle: this.#toggle,
        offers,
        torch: controls.torch,
        setTorch: (on) => {
          controls.set({torch: on});
        },
        zoom: controls.zoom,
        setZoom: (zoom) => {
          controls.set({zoom});
        },
        cameras: this.#choices,
        deviceId: track.getSettings().deviceId,
        choose: this.#choose,
        failure:
          state.name === 'failed' ? this.#say.term('controlsFailed', state.control) : undefined,
      },
      this.#say,
    );
  }

  #isNew(element: HTMLElement): boolean {
    if (this.#heard.has(element)) return false;
    this.#heard.add(element);
    return true;
  }

  /** Lets go of the camera before, and looks at what this one has. */
  #follow(camera?: CameraState) {
    const track = camera?.name === 'live' ? camera.stream.getVideoTracks()[0] : undefined;
    if (track === this.#current?.track) return;
    this.#current?.lifetime.abort();
    this.#current = undefined;
    if (!track || camera?.name !== 'live') return;
    const lifetime = new AbortController();
    const {signal} = lifetime;
    const controls = new TrackControls(track, this.#onControls, signal);
    this.#current = {track, controls, isLit: controls.torch, lifetime};
    this.#cameras.watchCameras(() => void this.#look(signal), signal);
    void this.#look(signal).then(() => {
      if (!signal.aborted) this.#opened(track, camera.facing);
    });
  }

  async #look(signal: AbortSignal) {
    const choices = await this.#cameras.listCameras();
    if (signal.aborted) return;
    this.#choices = choices;
    this.#host.requestUpdate();
  }

  /** A chosen camera may turn out to face the other way. */
  #opened(track: MediaStreamTrack, facing: Facing) {
    const {deviceId} = track.getSettings();
    if (this.#isChoosing) {
      this.#isChoosing = false;
      this.#voice.announce(this.#say.term('controlsCameraNow', track.label));
    }
    const {facing: wanted} = this.#host;
    if (facing === wanted || !deviceId) return;
    if (this.#cameras.rememberedCamera(wanted) !== deviceId) return;
    this.#cameras.rememberCamera(facing, deviceId);
    this.#host.facing = facing;
  }

  readonly #onControls = () => {
    const current = this.#current;
    if (current) this.#tell(current);
    this.#host.requestUpdate();
  };

  #tell(current: Current) {
    const {state, torch} = current.controls;
    if (state.name === 'failed') {
      this.#voice.announce(this.#say.term('controlsFailed', state.control));
    } else if (state.name === 'idle' && torch !== current.isLit) {
      current.isLit = torch;
      this.#voice.announce(this.#say.term('controlsTorchNow', torch));
    }
  }

  readonly #choose = ({deviceId, facing = this.#host.facing}: browser.CameraChoice) => {
    this.#isChoosing = true;
    this.#cameras.rememberCamera(facing, deviceId);
    if (facing === this.#host.facing) void this.#camera.session?.open(facing);
    else this.#host.facing = facing;
  };

  readonly #zoomBy = (factor: number): boolean => {
    const {controls} = this.#current ?? {};
    const range = controls?.offers.zoom;
    if (!controls || !range) return false;
    const {min, max} = range;
    const zoom = Math.min(max, Math.max(min, controls.zoom * factor));
    if (zoom !== controls.zoom) controls.set({zoom});
    if (factor !== 1) this.#tellZoom(zoomText(zoom, range, this.#say));
    return true;
  };

  /** A slider that has the focus says its value itself. */
  #tellZoom(text: string) {
    if (!this.#host.renderRoot.querySelector('.zoom input:focus')) this.#voice.announce(text);
  }

  readonly #shoot = (): boolean => {
    const shutter = this.#host.renderRoot.querySelector<HTMLElement>('.shutter');
    if (!shutter || !isInSight(shutter)) return false;
    shutter.click();
    return true;
  };

  readonly #toggle = () => {
    this.#isOpen = !this.#isOpen;
    this.#host.requestUpdate();
  };

  readonly #close = (): boolean => {
    if (!this.#isOpen) return false;
    this.#toggle();
    this.#host.renderRoot.querySelector<HTMLElement>('[aria-controls="controls"]')?.focus();
    return true;
  };
}

/** Keys that are heard wherever the focus is press nothing that the person does not see. */
function isInSight(element: HTMLElement): boolean {
  const {top, bottom} = element.getBoundingClientRect();
  return element.checkVisibility() && bottom > 0 && top < innerHeight;
}
