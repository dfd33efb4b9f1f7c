import {html, nothing, type ReactiveControllerHost} from 'lit';
import type {Localize} from '../../strings/localize.js';
import type {CaptureFiles} from '../../capture/files/capture-files.js';
import type {PhotoBrowser} from '../album/photo-browser.js';
import type {Previews} from '../album/previews.js';
import {screenRoom} from '../album/decode.js';
import {Stage} from '../../stage/stage.js';

/** The pixels of a request: as many as the screen can show, or all of the file. */
type Wish = 'screen' | 'all';
/**
 * The pixels that are shown. `missing`: at most those of the thumbnail, because the file is not stored any more.
 * `unreadable`: the same, because the storage could not be read, or the file could not be decoded.
 */
type Pixels = 'thumbnail' | Wish | 'missing' | 'unreadable';

/** Where the full-size photo is: on this device, on the page's server alone, or wherever the page has put it. */
export type Whereabouts = 'here' | 'server' | 'elsewhere';

/** What reading and decoding a file has led to. */
type Found = HTMLCanvasElement | 'missing' | 'unreadable';

/** The element that shows the photo. */
export interface StageHost extends ReactiveControllerHost {
  readonly renderRoot: ParentNode;
  readonly browser: PhotoBrowser;
  readonly files: Pick<CaptureFiles, 'pictureOf' | 'previewOf'>;
  readonly previews?: Pick<Previews, 'of'>;
}

/** One photo on a stage, decoded with as many pixels as its size on the screen needs. */
export class StagedPhoto {
  readonly #host: StageHost;
  readonly #stage: Stage;
  #shown?: {captureId: string; pixels: Pixels};
  /** The running request for more pixels. */
  #request?: {wish: Wish; controller: AbortController};
  /** The pixels, as many as the screen can show, of the photo that is shown next. */
  #next?: {captureId: string; controller: AbortController; found: Promise<Found>};

  /** `step` shows a later photo (1) or an earlier one (-1). */
  constructor(host: StageHost, step: (by: 1 | -1) => void = () => undefined) {
    this.#host = host;
    this.#stage = new Stage({
      step,
      zoomed: (scale) => {
        if (scale > 1) void this.decode('all');
        host.requestUpdate();
      },
    });
  }

  get isEnlarged(): boolean {
    return this.#stage.scale > 1;
  }

  /** True while more pixels of the shown photo are read and decoded. */
  get isDecoding(): boolean {
    return this.#request !== undefined;
  }

  /** Begins to read and decode a photo that will probably be shown next. */
  prepare(captureId: string) {
    if (this.#next?.captureId === captureId || this.#shown?.captureId === captureId) return;
    this.forget();
    const controller = new AbortController();
    const found = this.#read(captureId, 'screen', controller.signal);
    this.#next = {captureId, controller, found};
  }

  /** Stops preparing a photo, and frees its picture. */
  forget() {
    this.#next?.controller.abort();
    this.#next = undefined;
  }

  /** Shows another photo, with the pixels that are there already. */
  show(captureId: string, small?: HTMLCanvasElement) {
    this.stop();
    this.#shown = {captureId, pixels: 'thumbnail'};
    this.#stage.show(small, true);
  }

  /** Stops reading and decoding; `decode` begins again. */
  stop() {
    this.#request?.controller.abort();
    this.#request = undefined;
  }

  clear() {
    this.stop();
    this.#shown = undefined;
    this.#stage.show(undefined, true);
  }

  /** Renders the stage and, if there is no picture to show, or a small one of a file that is gone, the reason. */
  render(label: string, say: Localize, where: Whereabouts = 'here') {
    const reason = this.#reason(where);
    const isBelow = where === 'server' || reason === 'viewerFileGone';
    return html`${this.#stage.render(label)}
    ${
      reason
        ? html`<p class=${isBelow ? 'missing below' : 'missing'}>${say.term(reason)}</p>`
        : nothing
    }`;
  }

  #reason(where: Whereabouts) {
    if (where === 'server') return 'viewerServerOnly';
    const {pixels} = this.#shown ?? {};
    if (where === 'elsewhere' && pixels === 'screen') return 'viewerFileGone';
    if (pixels === 'missing') return 'viewerNoPicture';
    return pixels === 'unreadable' ? 'viewerUnreadable' : undefined;
  }

  /** Connects to the stage after it was rendered, and reads a file again that could not be read before. */
  drawn() {
    this.#stage.drawn(this.#host.renderRoot);
    if (this.#shown?.pixels === 'unreadable') void this.decode('screen');
  }

  toggle() {
    this.#stage.toggle();
  }

  /** Handles the keys that enlarge and move the picture; false for all others. */
  press(key: string): boolean {
    return this.#stage.press(key);
  }

  /** Replaces the picture by one with more pixels, unless that is being done already. */
  async decode(wish: Wish) {
    const shown = this.#shown;
    if (!shown || shown.pixels === 'missing' || shown.pixels === 'all' || shown.pixels === wish)
      return;
    const running = this.#request?.wish;
    if (running === 'all' || running === wish) return;
    this.stop();
    const {controller, found: finding} = this.#begin(shown.captureId, wish);
    this.#request = {wish, controller};
    const {signal} = controller;
    const found = await finding;
    // Another photo is shown meanwhile, or more pixels are needed.
    if (signal.aborted) return;
    this.#request = undefined;
    const isFound = typeof found !== 'string';
    // A picture with fewer pixels stays, and the next zoom tries again.
    if (!isFound && (shown.pixels === 'screen' || shown.pixels === found)) return;
    if (isFound) this.#stage.show(found, false);
    this.#shown = {...shown, pixels: isFound ? wish : found};
    this.#host.requestUpdate();
  }

  /** Continues what was prepared, if it is that photo, or begins. */
  #begin(captureId: string, wish: Wish) {
    const next = this.#next;
    if (wish === 'screen' && next?.captureId === captureId) {
      this.#next = undefined;
      return next;
    }
    const controller = new AbortController();
    return {controller, found: this.#read(captureId, wish, controller.signal)};
  }

  /** Reads and decodes the file, or determines why that is impossible. */
  async #read(captureId: string, wish: Wish, signal: AbortSignal): Promise<Found> {
    const {files, previews, browser} = this.#host;
    const room = wish === 'screen' ? this.#room : undefined;
    try {
      const preview = room && previews?.of(captureId, room);
      const file =
        preview ??
        (await files.pictureOf(captureId)) ??
        (room && (await files.previewOf(captureId)));
      signal.throwIfAborted();
      return file ? await browser.decode(file, room, signal) : 'missing';
    } catch (error) {
      if (!signal.aborted) console.warn('The photo cannot be shown.', error);
      return 'unreadable';
    }
  }

  /** The device pixels that are available for the picture. */
  get #room() {
    return screenRoom(this.#host.renderRoot.querySelector('.stage') ?? undefined);
  }
}
