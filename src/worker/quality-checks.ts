import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import {measuredSize, qualityOf} from './picture-quality.js';

/** Most pending checks; more remain if their pages have died, and are dropped. */
const MOST = 8;

/**
 * Measures pictures after they were encoded and stored, so that no capture waits for it: when the page asks, or
 * before the next picture uses the canvas.
 */
export class QualityChecks {
  readonly #open = new Map<string, () => PictureQuality | undefined>();
  #canvas?: OffscreenCanvas;

  /**
   * Returns a function to call with the canvas that shows this capture's picture. That function returns another, to
   * be called before the canvas is reused.
   */
  begin(captureId: string): (canvas: OffscreenCanvas) => () => void {
    return (canvas) => {
      const measure = onlyOnce(() => this.#measure(canvas));
      this.#open.set(captureId, measure);
      const [oldest] = this.#open.keys();
      if (this.#open.size > MOST && oldest) this.#open.delete(oldest);
      return measure;
    };
  }

  /** The quality; undefined if `begin` was not called, or the picture cannot be measured here. */
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
    // Better scaling takes three times as long, and gives the same result.
    context.imageSmoothingQuality = 'low';
    context.drawImage(picture, 0, 0, width, height);
    return qualityOf(context.getImageData(0, 0, width, height));
  }
}

/** A function that runs `act` once and then returns its first result; undefined if it throws. */
function onlyOnce<Value>(act: () => Value): () => Value | undefined {
  let done: {value?: Value} | undefined;
  return () => {
    if (!done) {
      done = {};
      try {
        done.value = act();
      } catch {
        // The photo is sealed without the measurement.
      }
    }
    return done.value;
  };
}
