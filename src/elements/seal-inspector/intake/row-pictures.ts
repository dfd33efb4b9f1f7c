import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {drawPreview} from '../preview/preview.js';

/** CSS pixels of a side. */
const SIDE = 48;

/** Small pictures of the files in a list. Each is decoded once its row comes into view, one after the other. */
export class RowPictures implements ReactiveController {
  readonly #draw: typeof drawPreview;
  readonly #files = new WeakMap<Element, Blob>();
  readonly #canvases = new WeakMap<Blob, HTMLCanvasElement>();
  #observer?: IntersectionObserver;
  #connection = new AbortController();

  constructor(host: ReactiveControllerHost, draw = drawPreview) {
    this.#draw = draw;
    host.addController(this);
  }

  hostDisconnected() {
    this.#connection.abort();
    this.#connection = new AbortController();
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  /** The canvas for this file; it stays empty if the browser cannot decode it. */
  of(file: Blob): HTMLCanvasElement {
    const known = this.#canvases.get(file);
    if (known) return known;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIDE * Math.min(2, Math.ceil(devicePixelRatio));
    canvas.ariaHidden = 'true';
    this.#canvases.set(file, canvas);
    this.#files.set(canvas, file);
    this.#observer ??= new IntersectionObserver(this.#onSeen);
    this.#observer.observe(canvas);
    return canvas;
  }

  readonly #onSeen = (entries: readonly IntersectionObserverEntry[]) => {
    for (const {target, isIntersecting} of entries) {
      if (!isIntersecting) continue;
      this.#observer?.unobserve(target);
      void this.#fill(target as HTMLCanvasElement, this.#connection.signal);
    }
  };

  async #fill(canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
    const file = this.#files.get(canvas);
    // The shorter side fills the square.
    const preview = file && (await this.#draw(file, signal, () => 4 * SIDE));
    if (!preview) return;
    const {width, height} = preview.canvas;
    const side = Math.min(width, height);
    const [x, y] = [(width - side) / 2, (height - side) / 2];
    canvas
      .getContext('2d')
      ?.drawImage(preview.canvas, x, y, side, side, 0, 0, canvas.width, canvas.height);
  }
}
