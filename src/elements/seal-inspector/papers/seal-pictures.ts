import type {ReactiveControllerHost} from 'lit';
import {copyOf, drawPreview, type Preview} from '../preview/preview.js';

/** Pixels of the longer side in a list, on a dense screen. */
const SMALL = 192;

interface Drawing {
  longest: number;
  /** Undefined while it is drawn, and for what is no picture here. */
  preview?: Preview;
}

/** Draws pictures out of a seal when they are asked for. What is never asked for is never decoded. */
export class SealPictures {
  readonly #host: ReactiveControllerHost;
  readonly #draw: typeof drawPreview;
  #drawings = new WeakMap<Blob, Drawing>();
  readonly #copies = new WeakMap<Preview, HTMLCanvasElement>();
  #work = new AbortController();

  constructor(host: ReactiveControllerHost, draw = drawPreview) {
    this.#host = host;
    this.#draw = draw;
    host.addController(this);
  }

  hostDisconnected() {
    this.forget();
  }

  /** Another file is looked at: those that wait for their turn are not drawn. */
  forget(): void {
    this.#work.abort();
    this.#work = new AbortController();
    this.#drawings = new WeakMap();
  }

  /** `longest` is that of its longer side, in pixels; the largest that is asked for counts. */
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

  /** The same picture, to stand in another place. */
  copyOf(preview: Preview): HTMLCanvasElement {
    let copy = this.#copies.get(preview);
    if (!copy) this.#copies.set(preview, (copy = copyOf(preview)));
    return copy;
  }
}
