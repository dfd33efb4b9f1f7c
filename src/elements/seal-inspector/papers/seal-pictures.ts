import type {ReactiveControllerHost} from 'lit';
import {drawPreview, type Preview} from '../preview/preview.js';

/** Longer side in pixels of a picture in a list, on a dense screen. */
const SMALL = 192;

interface Drawing {
  longest: number;
  /** Undefined while it is drawn, and for data that are not a picture. */
  preview?: Preview;
}

/** Draws pictures of a seal on demand; others are never decoded. */
export class SealPictures {
  readonly #host: ReactiveControllerHost;
  readonly #draw: typeof drawPreview;
  #drawings = new WeakMap<Blob, Drawing>();
  #work = new AbortController();

  constructor(host: ReactiveControllerHost, draw = drawPreview) {
    this.#host = host;
    this.#draw = draw;
    host.addController(this);
  }

  hostDisconnected() {
    this.forget();
  }

  /** Drops waiting pictures when another file is shown. */
  forget(): void {
    this.#work.abort();
    this.#work = new AbortController();
    this.#drawings = new WeakMap();
  }

  /** The preview of a picture. `longest` is its longer side in pixels; the largest request counts. */
  of(picture: Blob, longest = SMALL): Preview | undefined {
    const known = this.#drawings.get(picture);
    if (known && (known.longest >= longest || !known.preview)) {
      known.longest = Math.max(known.longest, longest);
      return known.preview;
    }
    const drawing: Drawing = {longest, preview: known?.preview};
    this.#drawings.set(picture, drawing);
    const {signal} = this.#work;
    void this.#draw(picture, signal, () => drawing.longest).then((preview) => {
      if (signal.aborted) return;
      drawing.preview = preview;
      this.#host.requestUpdate();
    });
    return drawing.preview;
  }
}
