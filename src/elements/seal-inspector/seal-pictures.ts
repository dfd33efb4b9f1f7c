import type {ReactiveControllerHost} from 'lit';
import {copyOf, drawPreview, type Preview} from './preview.js';

/** Draws pictures out of a seal when they are asked for. What is never asked for is never decoded. */
export class SealPictures {
  readonly #host: ReactiveControllerHost;
  /** Undefined while it is drawn, and for what is no picture here. */
  readonly #drawn = new WeakMap<Blob, {preview?: Preview}>();
  readonly #copies = new WeakMap<Preview, HTMLCanvasElement>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  of(picture: Blob): Preview | undefined {
    const known = this.#drawn.get(picture);
    if (known) return known.preview;
    const entry: {preview?: Preview} = {};
    this.#drawn.set(picture, entry);
    void drawPreview(picture).then((preview) => {
      entry.preview = preview;
      this.#host.requestUpdate();
    });
    return undefined;
  }

  /** The same picture, to stand in another place. */
  copyOf(preview: Preview): HTMLCanvasElement {
    let copy = this.#copies.get(preview);
    if (!copy) this.#copies.set(preview, (copy = copyOf(preview)));
    return copy;
  }
}
