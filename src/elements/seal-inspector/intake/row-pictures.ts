import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {FilePreviews} from '../preview/preview.js';

/** CSS pixels of a side. */
const SIDE = 48;

/** Those of all lists in the page. The picture of the file that is shown does not wait for them. */
const previews = new FilePreviews();

/** Small pictures of the files in a list. Each is decoded while its row is in view, one after the other. */
export class RowPictures implements ReactiveController {
  readonly #host: {readonly isConnected: boolean};
  readonly #previews: Pick<FilePreviews, 'draw'>;
  #canvases = new WeakMap<Blob, HTMLCanvasElement>();
  /** The files of canvases that are not drawn yet. */
  #files = new WeakMap<Element, Blob>();
  /** Canvases that are being drawn. */
  readonly #drawing = new Map<Element, AbortController>();
  #observer?: IntersectionObserver;

  constructor(
    host: Pick<ReactiveControllerHost, 'addController'> & {readonly isConnected: boolean},
    drawing: Pick<FilePreviews, 'draw'> = previews,
  ) {
    this.#host = host;
    this.#previews = drawing;
    host.addController(this);
  }

  hostDisconnected() {
    // It was only moved.
    if (this.#host.isConnected) return;
    this.#observer?.disconnect();
    this.#observer = undefined;
    for (const drawing of this.#drawing.values()) drawing.abort();
    this.#drawing.clear();
    this.#canvases = new WeakMap();
    this.#files = new WeakMap();
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

  /** What leaves the view, or the list, is not drawn any more. */
  readonly #onSeen = (entries: readonly IntersectionObserverEntry[]) => {
    for (const {target, isIntersecting} of entries) {
      this.#drawing.get(target)?.abort();
      this.#drawing.delete(target);
      if (!isIntersecting) continue;
      const drawing = new AbortController();
      this.#drawing.set(target, drawing);
      void this.#draw(target as HTMLCanvasElement, drawing.signal);
    }
  };

  async #draw(canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
    const file = this.#files.get(canvas);
    // The shorter side fills the square.
    const preview = file && (await this.#previews.draw(file, signal, () => 4 * SIDE));
    if (signal.aborted) return;
    this.#drawing.delete(canvas);
    this.#files.delete(canvas);
    this.#observer?.unobserve(canvas);
    if (!preview) return;
    const {width, height} = preview.canvas;
    const side = Math.min(width, height);
    const [x, y] = [(width - side) / 2, (height - side) / 2];
    canvas
      .getContext('2d')
      ?.drawImage(preview.canvas, x, y, side, side, 0, 0, canvas.width, canvas.height);
  }
}
