import {html, type ReactiveController, type ReactiveControllerHost, type TemplateResult} from 'lit';
import {openFilm, type FilmPlayback} from '../../../core/wiring/playback.js';

/** Shows one video with the browser's own controls. It is closed when its host leaves the document. */
export class Film implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #open: typeof openFilm;
  #file?: Blob;
  #isConnected = false;
  /** Undefined if there is no video, or the browser cannot play it. */
  #playback?: FilmPlayback;

  constructor(host: ReactiveControllerHost, open = openFilm) {
    this.#host = host;
    this.#open = open;
    host.addController(this);
  }

  hostConnected() {
    this.#isConnected = true;
    this.load(this.#file);
  }

  hostDisconnected() {
    this.#isConnected = false;
    this.#close();
  }

  /** Replaces the video. */
  load(file: Blob | undefined): void {
    this.#close();
    this.#file = file;
    if (!file || !this.#isConnected) return;
    const playback = (this.#playback = this.#open(file));
    const {video} = playback;
    const tell = () => this.#host.requestUpdate();
    video.addEventListener('loadedmetadata', tell);
    video.addEventListener('error', () => {
      if (this.#playback !== playback) return;
      this.#close();
      tell();
    });
  }

  /** Width and height in pixels, and duration in seconds, as far as they are known. */
  get measures(): {width?: number; height?: number; duration?: number} {
    const {videoWidth = 0, videoHeight = 0, duration = 0} = this.#playback?.video ?? {};
    return {
      ...(videoWidth > 0 && videoHeight > 0 && {width: videoWidth, height: videoHeight}),
      ...(Number.isFinite(duration) && duration > 0 && {duration}),
    };
  }

  /** Renders the video; undefined if there is none to play. */
  render(label: string): TemplateResult | undefined {
    const video = this.#playback?.video;
    if (!video) return undefined;
    video.setAttribute('aria-label', label);
    return html`${video}`;
  }

  #close() {
    this.#playback?.close();
    this.#playback = undefined;
  }
}
