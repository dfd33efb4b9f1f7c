import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {
  cameraNotOn,
  type CameraSession,
  type CameraState,
  type OnMeasured,
} from '../../../core/camera/camera-session.js';
import type {Protection} from '../../../core/queue/queue-client.js';
import type {CaptureDetail, Facing} from '../../../model/protection-config.js';
import {cameraOfPage} from '../../camera-of-page.js';
import {dim} from '../tray/feedback.js';
import {connectPreview} from './preview.js';

type Host = ReactiveControllerHost & {renderRoot: ParentNode};

/** The camera session of an element while that is in the document, and its picture. */
export class Viewfinder implements ReactiveController {
  readonly #host: Host;
  readonly #onChange: (before: CameraState) => void;
  #state: CameraState = {name: 'off'};
  #session?: CameraSession;
  #lifetime?: AbortController;
  /** The camera was on when the element was removed, or the page went into the back/forward cache. */
  #wasLive = false;

  /** `onChange` is called when `state` has changed while the element is in the document. */
  constructor(host: Host, onChange: (before: CameraState) => void) {
    this.#host = host;
    this.#onChange = onChange;
    host.addController(this);
  }

  get state(): CameraState {
    return this.#state;
  }

  get session(): CameraSession | undefined {
    return this.#session;
  }

  /** Opens the camera if the browser would not ask, or if it was on before. */
  connect(session: CameraSession, facing: () => Facing) {
    this.#session = session;
    this.#lifetime = new AbortController();
    session.addEventListener('change', this.#onSession, this.#lifetime);
    const {signal} = this.#lifetime;
    const open = () => {
      const opened = this.#wasLive ? session.open(facing()) : session.openIfGranted(facing());
      cameraOfPage.shown = opened.then(() => this.#pictureShown(signal));
    };
    // Pages with a live camera are not put into the back/forward cache, and the picture would not be visible there.
    const onPage = ({type, persisted}: PageTransitionEvent) => {
      if (!persisted) return;
      if (type === 'pagehide') this.#turnOff();
      else open();
    };
    addEventListener('pagehide', onPage, this.#lifetime);
    addEventListener('pageshow', onPage, this.#lifetime);
    open();
  }

  /** Turns the camera off. */
  disconnect() {
    this.#lifetime?.abort();
    this.#turnOff();
    this.#session = undefined;
  }

  hostUpdated() {
    if (this.#state.name === 'live') connectPreview(this.#host.renderRoot, this.#state.stream);
  }

  /**
   * Takes a picture. Rejects with `not_capturing` unless the camera is live, or with the reason why there is no
   * picture.
   */
  async takePicture(protection: () => Protection, onMeasured?: OnMeasured): Promise<CaptureDetail> {
    if (this.#session?.state.name !== 'live') {
      throw cameraNotOn();
    }
    dim(this.#host.renderRoot.querySelector('.shade'));
    return await this.#session.takePicture(protection(), onMeasured);
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

  #turnOff() {
    cameraOfPage.shown = undefined;
    this.#wasLive = this.#state.name === 'live';
    // The camera is closed first, so that listeners still get that change.
    this.#session?.close();
    this.#show({name: 'off'});
  }

  #onSession = () => {
    const before = this.#state;
    const next = this.#session?.state;
    // While one camera replaces the other, the last picture and the bar stay.
    const isComing = next?.name === 'pending' || next?.name === 'starting';
    if (!next || (isComing && before.name === 'live')) return;
    this.#show(next);
    this.#onChange(before);
  };

  #show(state: CameraState) {
    this.#state = state;
    this.#host.requestUpdate();
  }
}
