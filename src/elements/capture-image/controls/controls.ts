import {nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CameraSession, CameraState} from '../../../core/camera/camera-session.js';
import {TrackControls} from '../../../core/camera/track-controls.js';
import * as aids from '../../../core/wiring/elements/camera-aids.js';
import * as cameras from '../../../core/wiring/elements/camera-choice.js';
import type {Facing} from '../../../model/protection-config.js';
import {cameraControls} from '../../strings/en/photos/camera-controls.js';
import {Localize} from '../../strings/localize.js';
import {Aids} from './aids.js';
import {aidsStyles} from './aids-styles.js';
import {CameraChoices, type CameraSource, type Reopened} from './camera-choices.js';
import {watchKeys, watchPinches, watchVolumeKeys} from './gestures.js';
import {Guides, guides, type GuideSource} from './guides.js';
import {SelfTimer, type Pause, type TimedPage} from './self-timer.js';
import {ShutterLabel, watchShutter} from './shutter.js';
import {controlsStyles} from './styles.js';
import {renderControls, zoomText} from './view.js';

type Host = ReactiveControllerHost & HTMLElement & {renderRoot: ParentNode; facing: Facing};

/** The camera of the element. */
interface Opened extends Reopened {
  readonly session?: Pick<CameraSession, 'open' | 'contents'>;
}

/** Says it to screen readers. */
interface Voice {
  announce(text: string): void;
}

/** What the controls take of the browser. */
export interface Surroundings extends CameraSource, GuideSource {
  page: TimedPage;
  /** Of the countdown. */
  pause?: Pause;
}

/** One camera, from going live until another comes or none is left. */
interface Current {
  track: MediaStreamTrack;
  controls: TrackControls;
  /** Whether screen readers were told that the light is on. */
  isLit: boolean;
  lifetime: AbortController;
}

/** From this second on a countdown is said. */
const LAST_SECONDS = 3;

/** The controls over the live picture: the light, the zoom, and what is behind their button. */
export class Controls implements ReactiveController {
  readonly styles = [controlsStyles, aidsStyles];
  readonly #host: Host;
  readonly #voice: Voice;
  readonly #choices: CameraChoices;
  readonly #timer: SelfTimer;
  readonly #guides: Guides;
  readonly #say: Localize;
  readonly #aids = new Aids();
  readonly #shutterLabel = new ShutterLabel();
  #current?: Current;
  #isOpen = false;
  /** The frame and the picture that are listened to. */
  #heard = new WeakSet<HTMLElement>();
  #listening = new AbortController();

  /** `given` stands in for the browser's own. */
  constructor(host: Host, camera: Opened, voice: Voice, given: Partial<Surroundings> = {}) {
    const around = {...cameras, ...aids, page: document, ...given};
    this.#host = host;
    this.#voice = voice;
    this.#say = new Localize(host, cameraControls);
    const draw = () => {
      host.requestUpdate();
    };
    this.#choices = new CameraChoices(host, camera, around, draw);
    this.#guides = new Guides(around, () => !isOrientationOff(camera), draw);
    const timed = {shoot: () => this.#shutter?.click(), onChange: this.#onTimer};
    this.#timer = new SelfTimer(timed, around.page, around.pause);
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
    const frame = renderRoot.querySelector<HTMLElement>('.frame');
    const picture = renderRoot.querySelector('video');
    if (frame) this.#dress(frame);
    if (picture && this.#current) {
      const [grid, level] = guides.map((guide) => this.#guides.isShown(guide));
      const view = {countdown: this.#timer.state, grid: grid === true, level: level === true};
      this.#guides.drawn(this.#aids.draw(picture, view));
    }
    const {signal} = this.#listening;
    const gestures = {zoom: this.#zoomBy, escape: this.#escape, shoot: this.#shoot};
    if (frame && this.#isNew(frame)) {
      // A tap on the picture gives the frame the focus, and its keys with it.
      frame.tabIndex = -1;
      watchKeys(frame, gestures, signal);
      watchShutter(frame, this.#timer, signal);
      watchVolumeKeys(this.#shoot, signal);
    }
    if (picture && this.#isNew(picture)) {
      watchPinches(picture, gestures, signal);
      // Its shape is known, or another.
      picture.addEventListener('resize', () => void this.#host.requestUpdate(), {signal});
    }
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
        delay: this.#timer.delay,
        setDelay: (delay) => {
          this.#timer.stop();
          this.#timer.delay = delay;
          this.#host.requestUpdate();
        },
        guides: this.#guides.offered,
        setGuide: (guide, isOn) => {
          this.#guides.set(guide, isOn);
        },
        cameras: this.#choices.list,
        deviceId: track.getSettings().deviceId,
        choose: this.#choices.choose,
        failure:
          state.name === 'failed' ? this.#say.term('controlsFailed', state.control) : undefined,
      },
      this.#say,
    );
  }

  get #shutter() {
    return this.#host.renderRoot.querySelector<HTMLElement>('.shutter');
  }

  #isNew(element: HTMLElement): boolean {
    if (this.#heard.has(element)) return false;
    this.#heard.add(element);
    return true;
  }

  /** Marks while it counts that the shutter ends that. */
  #dress(frame: HTMLElement) {
    const isCounting = this.#timer.state.name === 'counting';
    frame.toggleAttribute('data-counting', isCounting);
    const shutter = this.#shutter;
    if (!shutter) return;
    this.#shutterLabel.show(shutter, isCounting ? this.#say.term('controlsTimerStop') : undefined);
  }

  /** Lets go of the camera before, and looks at what this one has. */
  #follow(camera?: CameraState) {
    const track = camera?.name === 'live' ? camera.stream.getVideoTracks()[0] : undefined;
    if (track === this.#current?.track) return;
    this.#timer.stop();
    this.#current?.lifetime.abort();
    this.#current = undefined;
    if (!track || camera?.name !== 'live') return;
    const lifetime = new AbortController();
    const {signal} = lifetime;
    const controls = new TrackControls(track, this.#onControls, signal);
    this.#current = {track, controls, isLit: controls.torch, lifetime};
    this.#guides.follow(signal);
    void this.#choices.follow(signal).then(() => {
      if (signal.aborted || !this.#choices.opened(track, camera.facing)) return;
      this.#voice.announce(this.#say.term('controlsCameraNow', track.label));
    });
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

  readonly #onTimer = (isCancelled: boolean) => {
    const {state, delay} = this.#timer;
    if (isCancelled) this.#voice.announce(this.#say.term('controlsTimerCancelled'));
    else if (state.name === 'counting') {
      if (state.left === delay) {
        this.#voice.announce(this.#say.term('controlsTimerStarts', delay));
      } else if (state.left <= LAST_SECONDS) this.#voice.announce(String(state.left));
    }
    this.#host.requestUpdate();
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
    const shutter = this.#shutter;
    if (!shutter || !isInSight(shutter)) return false;
    shutter.click();
    return true;
  };

  readonly #toggle = () => {
    this.#isOpen = !this.#isOpen;
    this.#host.requestUpdate();
  };

  /** First what is under way, then what is open. */
  readonly #escape = (): boolean => {
    if (this.#timer.cancel()) return true;
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

/** The page wants nothing of how the device is held. */
const isOrientationOff = ({session}: Opened): boolean =>
  session?.contents().metadata.orientation?.unavailableReason === 'disabled';
