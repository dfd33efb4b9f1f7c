import type {PhotoFiles} from '../photos/photo-files.js';
import {decodePicture} from './decode.js';
import {Stage} from './stage.js';

/** `pixels`: those of the thumbnail, of the screen, or all of the file; `none`: the file is not stored any more. */
type Pixels = 'thumbnail' | 'screen' | 'all' | 'none';

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

  /** True if the file is not stored any more. */
  get isMissing(): boolean {
    return this.#shown?.pixels === 'none';
  }

  /** Shows another photo, with the pixels that are there already. */
  show(captureId: string, small?: HTMLCanvasElement) {
    this.#shown = {captureId, pixels: 'thumbnail'};
    this.#stage.show(small, true);
  }

  clear() {
    this.#shown = undefined;
    this.#stage.show(undefined, true);
  }

  render(label: string) {
    return this.#stage.render(label);
  }

  /** Connects to the stage after it was rendered. */
  drawn(root: ParentNode) {
    this.#stage.drawn(root);
  }

  toggle() {
    this.#stage.toggle();
  }

  /** Handles the keys that enlarge and move the picture; false for all others. */
  press(key: string): boolean {
    return this.#stage.press(key);
  }

  /** Replaces the picture by one with more pixels. */
  async decode(pixels: 'screen' | 'all') {
    const shown = this.#shown;
    if (!shown || shown.pixels === 'none' || shown.pixels === 'all') return;
    const {captureId} = shown;
    const {files, decode = decodePicture, changed} = this.#actions;
    const file = await files.pictureOf(captureId);
    let picture: HTMLCanvasElement | undefined;
    try {
      picture = file && (await decode(file, pixels === 'screen' ? this.#room : undefined));
    } catch (error) {
      console.warn('The photo cannot be decoded.', error);
    }
    const now = this.#shown;
    // Another photo is shown meanwhile, or the same one with more pixels.
    if (now?.captureId !== captureId || now.pixels === 'all') return;
    if (picture) {
      this.#stage.show(picture, now.pixels === 'thumbnail' && !this.isEnlarged);
      this.#shown = {captureId, pixels};
    } else if (now.pixels === 'thumbnail') this.#shown = {captureId, pixels: 'none'};
    changed();
  }

  /** The device pixels that are available for the picture. */
  get #room() {
    const {clientWidth, clientHeight} = this.#actions.room() ?? document.documentElement;
    return {width: clientWidth * devicePixelRatio, height: clientHeight * devicePixelRatio};
  }
}
