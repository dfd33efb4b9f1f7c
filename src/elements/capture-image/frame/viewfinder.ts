import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {pause} from '../../../core/async/pause.js';
import {
  cameraNotOn,
  type CameraSession,
  type CameraState,
  type OnMeasured,
} from '../../../core/camera/camera-session.js';
import type {Protection} from '../../../core/queue/queue-client.js';
import type {CaptureDetail, Facing} from '@sealed-capture/seal/model/protection-config.js';
import {cameraOfPage} from '../../camera-of-page.js';
import {Sighting, type Sight} from '../../capture/sight.js';
import {dim} from '../tray/feedback.js';
import {connectPreview, keepStill} from './preview.js';

type Host = ReactiveControllerHost & HTMLElement & {renderRoot: ParentNode};

type Live = CameraState & {name: 'live'};

/** What the element shows. */
export type ViewState =
  | CameraState
  /** The camera was not requested yet, and the browser does not report it as allowed: it will ask. */
  | {name: 'off'; asks: true}
  /**
   * The camera is allowed and off, because nobody sees the element. It is opened again when somebody does; until then, the
   * picture that was `last` live stays as a still.
   */
  | {name: 'resting'; last?: Live};

/** The picture to show, live or as a still. */
export const pictureOf = (state: ViewState): Live | undefined =>
  state.name === 'resting' ? state.last : state.name === 'live' ? state : undefined;

/** The options of the element, read when they are needed. */
interface Wishes {
  facing: () => Facing;
  /** Milliseconds for which the camera stays on when the element was scrolled out of view. */
  keepCamera: () => number;
}

/** Milliseconds in which a browser reports that an element came into view. */
const REPORTED_MS = 100;
/** Milliseconds. Browsers do not report that an element is hidden while it is out of view. */
const CHECK_MS = 400;

/** The camera of an element, which is on only while somebody sees the element, and its picture. */
export class Viewfinder implements ReactiveController {
  readonly #host: Host;
  readonly #wishes: Wishes;
  readonly #onChange: (before: ViewState) => void;
  readonly #onSeen: () => void;
  readonly #sighting: Sighting;
  #state: ViewState = {name: 'off'};
  #session?: CameraSession;
  /** Exists while the camera is on, or may be turned on by a permission or a device that arrives. */
  #attention?: AbortController;
  /** Exists while the element is out of view and the camera still on. */
  #leaving?: AbortController;
  #opened?: Promise<void>;

  /**
   * `onChange` is called when `state` has changed while the element is in the document, `onSeen` when a person sees the
   * element.
   */
  constructor(
    host: Host,
    wishes: Wishes,
    onChange: (before: ViewState) => void,
    onSeen: () => void,
  ) {
    this.#host = host;
    this.#wishes = wishes;
    this.#onChange = onChange;
    this.#onSeen = onSeen;
    this.#sighting = new Sighting(host, this.#onSight);
    host.addController(this);
  }

  get state(): ViewState {
    return this.#state;
  }

  get session(): CameraSession | undefined {
    return this.#session;
  }

  /** From now on, opens the camera when the element is seen, if the browser would not ask or if it was on before. */
  connect(session: CameraSession) {
    this.#session = session;
    if (this.look() === 'seen') this.#open();
  }

  /** Turns the camera off. */
  disconnect() {
    this.#close();
    this.#session = undefined;
    if (this.#state.name !== 'resting') this.#show({name: 'off'});
  }

  hostUpdated() {
    if (this.#state.name === 'live') connectPreview(this.#host.renderRoot, this.#state.stream);
  }

  /** Determines now whether the element is seen, and turns the camera off if the element is hidden. */
  look(): Sight {
    return this.#sighting.look();
  }

  /** Asks for permissions. If the element is hidden, the camera is turned off as soon as it is allowed. */
  async requestPermissions(): Promise<void> {
    const session = this.#session;
    if (!session) return;
    const sight = this.look();
    this.#attend(session);
    if (sight === 'away') void this.#leave();
    await session.requestPermissions(this.#wishes.facing());
  }

  /**
   * Takes a picture. Rejects with `not_capturing` unless the camera is live or coming back, or with the reason why there is
   * no picture.
   */
  async takePicture(protection: () => Protection, onMeasured?: OnMeasured): Promise<CaptureDetail> {
    // The browser reports a moment later that an element came into view.
    if (this.look() === 'away') await pause(REPORTED_MS);
    if (this.look() === 'seen') this.#open();
    if (this.#state.name === 'resting' && this.#attention) await this.#opened;
    if (this.#session?.state.name !== 'live') {
      throw cameraNotOn();
    }
    dim(this.#host.renderRoot.querySelector('.shade'));
    return await this.#session.takePicture(protection(), onMeasured);
  }

  readonly #onSight = (sight: Sight, before: Sight | undefined) => {
    this.#leaving?.abort();
    switch (sight) {
      case 'seen':
        this.#open();
        return this.#onSeen();
      case 'away':
        // What was never in view has no reason to stay on.
        return before === 'seen' ? void this.#leave() : this.#rest();
      case 'hidden':
        return this.#rest();
    }
  };

  #open() {
    const session = this.#session;
    if (!session || this.#attention) return;
    const {signal} = this.#attend(session);
    const {name} = this.#state;
    const facing = this.#wishes.facing();
    const wasOn = name === 'resting' || name === 'pending';
    this.#opened = wasOn ? session.open(facing) : this.#openIfGranted(session, facing);
    cameraOfPage.shown = this.#opened.then(() => this.#pictureShown(signal));
  }

  /** What was refused before may be asked for again now: by a person, in the browser's settings. */
  async #openIfGranted(session: CameraSession, facing: Facing): Promise<void> {
    await session.openIfGranted(facing);
    const before = this.#state;
    if (this.#session !== session || session.state.name !== 'off' || before.name === 'resting')
      return;
    this.#show({name: 'off', asks: true});
    if (before.name !== 'off') this.#onChange(before);
  }

  #attend(session: CameraSession): AbortController {
    if (!this.#attention) {
      this.#attention = new AbortController();
      void this.#watch(this.#attention.signal);
      session.addEventListener('change', this.#onSession, this.#attention);
    }
    return this.#attention;
  }

  /** Notices within half a second what no browser reports, such as a frame that is made inert. */
  async #watch(signal: AbortSignal) {
    while (!signal.aborted) {
      await pause(CHECK_MS, signal);
      if (!signal.aborted) this.look();
    }
  }

  /** Turns the camera off when the element has been out of view for as long as the page wants. */
  async #leave() {
    if (!this.#attention) return;
    this.#leaving?.abort();
    this.#leaving = new AbortController();
    const {signal} = this.#leaving;
    const start = performance.now();
    for (;;) {
      const left = start + this.#wishes.keepCamera() - performance.now();
      if (left <= 0) return this.#rest();
      await pause(Math.min(left, CHECK_MS), signal);
      if (signal.aborted || this.look() === 'hidden') return;
    }
  }

  #rest() {
    const before = this.#state;
    this.#close();
    if (this.#state !== before) this.#onChange(before);
  }

  /** Turns the camera off. If it was allowed, it comes back. */
  #close() {
    this.#leaving?.abort();
    if (!this.#attention || !this.#session) return;
    this.#attention.abort();
    this.#attention = undefined;
    cameraOfPage.shown = undefined;
    const {name} = this.#session.state;
    const last = pictureOf(this.#state);
    if (this.#state.name === 'live') keepStill(this.#host.renderRoot);
    if (last || name === 'live' || name === 'starting') this.#show({name: 'resting', last});
    this.#session.close();
  }

  async #pictureShown(signal: AbortSignal): Promise<void> {
    if (this.#state.name !== 'live') return;
    await this.#host.updateComplete;
    const video = this.#host.renderRoot.querySelector('video');
    if (!video || video.readyState > video.HAVE_METADATA) return;
    await new Promise((resolve) =>
      video.addEventListener('loadeddata', resolve, {once: true, signal}),
    );
  }

  #onSession = () => {
    const before = this.#state;
    const next = this.#session?.state;
    if (!next) return;
    const isAllowed = next.name === 'starting' || next.name === 'live';
    if (isAllowed && this.look() === 'hidden') return this.#rest();
    // While one camera replaces the other, or comes back, the last picture and the bar stay.
    const isComing = next.name === 'pending' || next.name === 'starting';
    if (isComing && (before.name === 'live' || before.name === 'resting')) return;
    this.#show(next);
    this.#onChange(before);
  };

  #show(state: ViewState) {
    this.#state = state;
    this.#host.requestUpdate();
  }
}
