import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {JPEG_QUALITY, type Picture} from '../ports/camera/picture.js';

/** Encodes pictures as JPEG on a canvas that is reused. */
export class StillCanvas {
  #canvas?: OffscreenCanvas;
  #context?: OffscreenCanvasRenderingContext2D;
  /** To be called before the next picture replaces the current one. */
  #onReplace?: () => void;

  /** Prepares the canvas; returns false if this worker has none. */
  prepare(width: number, height: number): boolean {
    this.#onReplace?.();
    this.#onReplace = undefined;
    if (typeof OffscreenCanvas === 'undefined') return false;
    if (!this.#canvas || !this.#context) {
      this.#canvas = new OffscreenCanvas(width, height);
      this.#context = this.#canvas.getContext('2d', {alpha: false}) ?? undefined;
    }
    const canvas = this.#canvas;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    return this.#context !== undefined;
  }

  /**
   * Encodes and closes the picture. Rejects with `encoding_failed`. `measure` is called with the canvas after the
   * encoding, and returns a function that is called before another picture replaces this one.
   */
  async encode(picture: Picture, measure?: (canvas: OffscreenCanvas) => () => void): Promise<Blob> {
    if (picture instanceof Blob) return picture;
    try {
      const {width, height} = sizeOf(picture);
      if (!this.prepare(width, height)) throw new TypeError('There is no canvas in this worker.');
      this.#context?.drawImage(picture, 0, 0, width, height);
      picture.close();
      const options = {type: 'image/jpeg', quality: JPEG_QUALITY};
      const encoding = this.#canvas?.convertToBlob(options);
      if (this.#canvas) this.#onReplace = measure?.(this.#canvas);
      const blob = await encoding;
      if (!blob || blob.type !== options.type) throw new TypeError('No JPEG came out.');
      return blob;
    } catch (cause) {
      throw new SealedCaptureError('encoding_failed', 'The picture could not be encoded.', {cause});
    } finally {
      picture.close();
    }
  }
}

const sizeOf = (picture: VideoFrame | ImageBitmap): {width: number; height: number} =>
  'displayWidth' in picture
    ? {width: picture.displayWidth, height: picture.displayHeight}
    : {width: picture.width, height: picture.height};
