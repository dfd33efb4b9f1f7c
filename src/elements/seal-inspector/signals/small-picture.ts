import {greyOf} from '../../../core/inspection/signals/picture-hash.js';
import type {KnownPicture} from '../../../core/inspection/signals/known-file.js';
import {drawPreview} from '../preview/preview.js';

/** Pixels of the longer side, of which the grey values are means. */
const SIDE = 256;

/**
 * The size of a picture, and its grey values; undefined for a file that is none. Waits for its turn with the picture of
 * the file that is shown, so that no two are decoded at once.
 */
export async function smallPicture(
  file: Blob,
  signal: AbortSignal,
  draw: typeof drawPreview = drawPreview,
): Promise<KnownPicture | undefined> {
  const drawn = await draw(file, signal, () => SIDE);
  if (!drawn) return undefined;
  const {canvas, width, height} = drawn;
  try {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
    return pixels && {width, height, grey: greyOf(pixels.data, pixels.width, pixels.height)};
  } finally {
    // Safari keeps the memory of a canvas until it is collected.
    canvas.width = canvas.height = 0;
  }
}
