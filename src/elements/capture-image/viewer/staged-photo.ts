import {html, nothing} from 'lit';
import type {Localize} from '../../strings/localize.js';
import type {PhotoFiles} from '../photos/photo-files.js';
import {decodePicture} from './decode.js';
import {Stage} from './stage.js';

/** The pixels of a request: as many as the screen can show, or all of the file. */
type Wish = 'screen' | 'all';
/**
 * The pixels that are shown. `missing`: at most those of the thumbnail, because the file is not stored any more.
 * `unreadable`: the same, because the storage could not be read, or the file could not be decoded.
 */
type Pixels = 'thumbnail' | Wish | 'missing' | 'unreadable';

/** Functions that a staged photo uses. */
export interface StagedActions {
  files: Pick<PhotoFiles, 'pictureOf'>;
  /** The element with the stage, or undefined while it is not rendered. */
  room: () => Element | null;
  /** Called when there is something new to render. */
  changed: () => void;
  /** Shows a later photo (1) or an earlier one (-1). */
  step?: (by: 1 | -1) => void;
  /** Replaces the browser's own decoder, for tests. */
  decode?: typeof decodePicture;
}

/** One photo on a stage, decoded with as many pixels as its size on the screen needs. */
export class StagedPhoto {
  readonly #actions: StagedActions;
  readonly #stage: Stage;
  #shown?: {captureId: string; pixels: Pixels};
  /** The running request for more pixels. */
  #request?: {wish: Wish; controller: AbortController};

  constructor(actions: StagedActions) {
    this.#actions = actions;
    this.#stage = new Stage({
      step: (by) => {
        actions.step?.(by);
      },
      zoomed: (scale) => {
        if (scale > 1) void this.decode('all');
        actions.changed();
      },
    });
  }

  get isEnlarged(): boolean {
    return this.#stage.scale > 1;
  }

  /** Shows another photo, with the pixels that are there already. */
  show(captureId: string, small?: HTMLCanvasElement) {
    this.#abort();
    this.#shown = {captureId, pixels: 'thumbnail'};
    this.#stage.show(small, true);
  }

  clear() {
    this.#abort();
    this.#shown = undefined;
    this.#stage.show(undefined, true);
  }

  /** Renders the stage and, if there is no picture to show, the reason. */
  render(label: string, say: Localize) {
    const {pixels} = this.#shown ?? {};
    const reason =
      pixels === 'missing'
        ? say.term('viewerNoPicture')
        : pixels === 'unreadable'
          ? say.term('viewerUnreadable')
          : undefined;
    return html`${this.#stage.render(label)}
    ${reason ? html`<p class="missing">${reason}</p>` : nothing}`;
  }

  /** Connects to the stage after it was rendered, and reads a file again that could not be read before. */
  drawn(root: ParentNode) {
    this.#stage.drawn(root);
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
    if (!shown || shown.pixels === 'missing' || shown.pixels === 'all') return;
    const running = this.#request?.wish;
    if (running === 'all' || running === wish) return;
    this.#abort();
    const controller = new AbortController();
    this.#request = {wish, controller};
    const {signal} = controller;
    const found = await this.#read(shown.captureId, wish, signal);
    // Another photo is shown meanwhile, or more pixels are needed.
    if (signal.aborted) return;
    this.#request = undefined;
    const isFound = typeof found !== 'string';
    // A picture with fewer pixels stays, and the next zoom tries again.
    if (!isFound && (shown.pixels === 'screen' || shown.pixels === found)) return;
    if (isFound) this.#stage.show(found, false);
    this.#shown = {...shown, pixels: isFound ? wish : found};
    this.#actions.changed();
  }

  /** Reads and decodes the file, or determines why that is impossible. */
  async #read(captureId: string, wish: Wish, signal: AbortSignal) {
    const {files, decode = decodePicture} = this.#actions;
    try {
      const file = await files.pictureOf(captureId);
      signal.throwIfAborted();
      if (!file) return 'missing';
      return await decode(file, wish === 'screen' ? this.#room : undefined, signal);
    } catch (error) {
      if (!signal.aborted) console.warn('The photo cannot be shown.', error);
      return 'unreadable';
    }
  }

  #abort() {
    this.#request?.controller.abort();
    this.#request = undefined;
  }

  /** The device pixels that are available for the picture. */
  get #room() {
    const {clientWidth, clientHeight} = this.#actions.room() ?? document.documentElement;
    return {width: clientWidth * devicePixelRatio, height: clientHeight * devicePixelRatio};
  }
}
