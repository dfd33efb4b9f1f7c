import type {PictureQuality} from '../model/picture-quality.js';
import {measuredSize, qualityOf} from './picture-quality.js';

/** More that nobody has asked for are forgotten: their pages died. */
const MOST = 8;

/**
 * Measures pictures after they were encoded and stored, so that no capture waits for it: when the page asks for it, or
 * before the next picture takes the canvas.
 */
export class QualityChecks {
  readonly #open = new Map<string, () => PictureQuality | undefined>();
  #canvas?: OffscreenCanvas;

  /** What a canvas is to call with the picture of this capture; that returns what it is to call before it draws another. */
  begin(captureId: string): (canvas: OffscreenCanvas) => () => void {
    return (canvas) => {
      const measure = onlyOnce(() => this.#measure(canvas));
      this.#open.set(captureId, measure);
      const [oldest] = this.#open.keys();
      if (this.#open.size > MOST && oldest) this.#open.delete(oldest);
      return measure;
    };
  }

  /** Undefined where it was not begun, or cannot be measured here. */
  finish(captureId: string): PictureQuality | undefined {
    const measure = this.#open.get(captureId);
    this.#open.delete(captureId);
    return measure?.();
  }

  #measure(picture: OffscreenCanvas): PictureQuality | undefined {
    const {width, height} = measuredSize(picture.width, picture.height);
    const canvas = (this.#canvas ??= new OffscreenCanvas(width, height));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const context = canvas.getContext('2d', {alpha: false, willReadFrequently: true});
    if (!context) return undefined;
    // Finer scaling takes three times as long, and tells no more.
    context.imageSmoothingQuality = 'low';
    context.drawImage(picture, 0, 0, width, height);
    return qualityOf(context.getImageData(0, 0, width, height));
  }
}

/** Called again, it returns what it returned before; undefined where it fails. */
function onlyOnce<Value>(act: () => Value): () => Value | undefined {
  let done: {value?: Value} | undefined;
  return () => {
    if (!done) {
      done = {};
      try {
        done.value = act();
      } catch {
        // A photo without it is sealed all the same.
      }
    }
    return done.value;
  };
}
