import {greyOf} from '../../../core/inspection/signals/picture-hash.js';
import type {KnownPicture} from '../../../core/inspection/signals/known-file.js';
import type {SealReader} from '../../../core/wiring/elements/inspection.js';
import {drawPreview, isPicture} from '../preview/preview.js';

/** Pixels of the longer side, of which the grey values are means. */
const SIDE = 256;

/**
 * The size of a picture, and its grey values; undefined for a file that is none. A worker decodes it: drawing 12 megapixels
 * small took the page up to 190 ms. Where there is no such worker, it waits for its turn with the picture of the file that
 * is shown.
 */
export async function smallPicture(
  file: Blob,
  signal: AbortSignal,
  reader?: SealReader,
  draw: typeof drawPreview = drawPreview,
): Promise<KnownPicture | undefined> {
  if (!isPicture(file)) return undefined;
  if (reader?.reduced && globalThis.OffscreenCanvas) {
    const reduced = await reader.reduced(file, signal);
    if (!reduced) return undefined;
    const {width, height, columns, rows, data} = reduced;
    return {width, height, grey: greyOf(data, columns, rows)};
  }
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
