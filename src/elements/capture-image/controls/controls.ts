import {nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CameraSession} from '../../../core/camera/camera-session.js';
import {TrackControls} from '../../../core/camera/track-controls.js';
import * as aids from '../../../core/wiring/elements/camera-aids.js';
import * as cameras from '../../../core/wiring/elements/camera-choice.js';
import type {Facing} from '@sealed-capture/seal/model/protection-config.js';
import {cameraControls} from '../../../lang/compiled/en/camera-controls.js';
import {Localize} from '../../strings/localize.js';
import {Aids} from './guides/aids.js';
import {aidsStyles} from './guides/aids-styles.js';
import {CameraChoices, type CameraSource, type Reopened} from './camera-choices.js';
import {FocusControl, type Focused} from './focus/focus-control.js';
import {watchKeys, watchPinches, watchVolumeKeys} from './gestures.js';
import type {ViewState} from '../frame/viewfinder.js';
import {Guides, type GuideSource} from './guides/guides.js';
import type {Notes} from './picture-notes.js';
import type {TimedPage} from './timer/self-timer.js';
import {isInSight} from './timer/shutter.js';
import {controlsStyles} from './styles.js';
import {watchTaps} from './focus/taps.js';
import {TimerControl} from './timer/timer-control.js';
import {renderControls, zoomed, zoomText} from './view.js';
import type {Voice} from './voice.js';

type Host = ReactiveControllerHost &
  HTMLElement & {renderRoot: ParentNode; facing: Facing; readonly isCapturing: boolean};

/** The functions of the browser that the controls use. */
export interface Surroundings extends CameraSource, GuideSource {
  page: TimedPage;
  /** Waits for the countdown, and for the end of a focus point. */
  pause: typeof aids.pause;
  /** True if the browser supports points of interest for the focus. */
  takesPoints: () => boolean;
  pictureNotes: Notes;
}

/** The camera of the element. */
interface Opened extends Reopened {
  readonly session?: Pick<CameraSession, 'open' | 'contents'>;
}

/** One camera, from the moment it is live until another one replaces it or none is left. */
interface Current extends Focused {
  /** True if it was announced that the light is on. */
  isLit: boolean;
  lifetime: AbortController;
}

/** The controls over the live picture: light, focus and zoom, and those behind their button. */
export class Controls implements ReactiveController {
  readonly styles = [controlsStyles, aidsStyles];
  readonly #host: Host;
  readonly #voice: Voice;
  readonly #say: Localize;
  readonly #around: Surroundings;
  readonly #choices: CameraChoices;
  readonly #timer: TimerControl;
  readonly #focus: FocusControl;
  readonly #guides: Guides;
  readonly #aids = new Aids();
  #current?: Current;
  #isOpen = false;
  /** The frame and the picture that have listeners. */
  #heard = new WeakSet<HTMLElement>();
  #listening = new AbortController();

  /** `given` replaces functions of the browser, for tests. */
  constructor(host: Host, camera: Opened, voice: Voice, given: Partial<Surroundings> = {}) {
    this.#host = host;
    this.#voice = voice;
    const say = new Localize(host, cameraControls);
    this.#say = say;
    const around = {...cameras, ...aids, page: document, ...given};
    this.#around = around;
    const {page, pause, pictureNotes: notes} = around;
    const draw = () => {
      host.requestUpdate();
    };
    this.#choices = new CameraChoices(host, camera, around, draw);
    this.#guides = new Guides(around, () => !isOrientationOff(camera), draw);
    const drawTimer = () => {
      // The open settings would cover the countdown.
      if (this.#timer.isCounting) this.#closeSettings();
      draw();
    };
    this.#timer = new TimerControl(host, {voice, say, notes, page, pause, draw: drawTimer});
    const isHeld = () => this.#timer.isCounting;
    this.#focus = new FocusControl({voice, say, notes, pause, isHeld, draw});
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
    // A camera that is turned off requests a last update.
    if (!this.#host.isConnected) return;
    const {renderRoot} = this.#host;
    const frame = renderRoot.querySelector<HTMLElement>('.frame');
    const picture = renderRoot.querySelector('video');
    if (frame) {
      this.#timer.dress(frame);
      this.#watchFrame(frame);
    }
    if (!picture) return;
    this.#watchPicture(picture);
    const line = this.#aids.draw(picture, {
      countdown: this.#timer.state,
      grid: this.#guides.isShown('grid'),
      level: this.#guides.isShown('level'),
      ring: this.#focus.ring,
    });
    this.#guides.drawn(line);
  }

  render(camera: ViewState) {
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
        hasFocus: this.#focus.ring !== undefined,
        toggleFocus: this.#focus.toggle,
        moveFocus: this.#focus.move,
        delay: this.#timer.delay,
        setDelay: this.#timer.setDelay,
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

  #watchFrame(frame: HTMLElement) {
    if (!this.#isNew(frame)) return;
    const {signal} = this.#listening;
    // A tap on the picture focuses the frame, so that its keys work.
    frame.tabIndex = -1;
    watchKeys(frame, {zoom: this.#zoomBy, escape: this.#escape, shoot: this.#shoot}, signal);
    this.#timer.watch(frame, signal);
    watchVolumeKeys(this.#shoot, signal);
  }

  #watchPicture(picture: HTMLVideoElement) {
    if (!this.#isNew(picture)) return;
    const {signal} = this.#listening;
    watchPinches(picture, {zoom: this.#zoomBy}, signal);
    const tap = (x: number, y: number) => {
      const area = this.#host.renderRoot.querySelector('.area');
      this.#focus.tap(x, y, area?.getBoundingClientRect());
    };
    watchTaps(picture, {tap, hold: () => this.#focus.lift()}, signal);
    // Called when the picture has a shape, or another one. A camera that is turned off removes its picture.
    const onShape = () => {
      if (picture.isConnected) this.#host.requestUpdate();
    };
    picture.addEventListener('resize', onShape, {signal});
  }

  #isNew(element: HTMLElement): boolean {
    if (this.#heard.has(element)) return false;
    this.#heard.add(element);
    return true;
  }

  /** Releases the previous camera, and reads the capabilities of this one. */
  #follow(camera?: ViewState) {
    const track = camera?.name === 'live' ? camera.stream.getVideoTracks()[0] : undefined;
    if (track === this.#current?.track) return;
    this.#timer.follow(track);
    this.#focus.follow();
    this.#current?.lifetime.abort();
    this.#current = undefined;
    if (!track || camera?.name !== 'live') return;
    const lifetime = new AbortController();
    const {signal} = lifetime;
    const takesPoints = this.#around.takesPoints();
    const controls = new TrackControls(track, this.#onControls, signal, takesPoints);
    const isMirrored = camera.facing === 'user';
    this.#current = {track, controls, isMirrored, isLit: controls.torch, lifetime};
    this.#focus.follow(this.#current);
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
      if (state.control === 'focus') this.#focus.refused();
      this.#voice.announce(this.#say.term('controlsFailed', state.control));
    } else if (state.name === 'idle' && torch !== current.isLit) {
      current.isLit = torch;
      this.#voice.announce(this.#say.term('controlsTorchNow', torch));
    }
  }

  readonly #zoomBy = (factor: number): boolean => {
    const {controls} = this.#current ?? {};
    const range = controls?.offers.zoom;
    if (!controls || !range) return false;
    const {min, max} = range;
    const zoom = Math.min(max, Math.max(min, zoomed(controls.zoom, factor, range)));
    if (zoom !== controls.zoom) controls.set({zoom});
    if (factor !== 1) this.#tellZoom(zoomText(zoom, range, this.#say));
    return true;
  };

  /** Announces the zoom, unless the slider has the focus: its value is announced by the browser. */
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
    // Open settings would cover the countdown.
    this.#timer.cancel();
    this.#isOpen = !this.#isOpen;
    this.#host.requestUpdate();
  };

  /** Closes the settings. If they have the focus, the shutter gets it. */
  #closeSettings() {
    const {renderRoot} = this.#host;
    if (renderRoot.querySelector('.options:focus-within'))
      renderRoot.querySelector<HTMLElement>('.shutter')?.focus();
    this.#isOpen = false;
  }

  /** Ends a countdown first, and otherwise closes what is open. */
  readonly #escape = (): boolean => {
    if (this.#timer.cancel()) return true;
    if (!this.#isOpen) return false;
    this.#toggle();
    this.#host.renderRoot.querySelector<HTMLElement>('[aria-controls="controls"]')?.focus();
    return true;
  };
}

/** True if the page has turned the orientation sensor off. */
const isOrientationOff = ({session}: Opened): boolean =>
  session?.contents().metadata.orientation?.unavailableReason === 'disabled';
