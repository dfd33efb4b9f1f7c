import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import {JPEG_QUALITY} from '../../ports/camera/picture.js';
import {measuredSize, qualityOf} from '../picture-quality.js';

/** A picture of which this many pixels are decoded takes 400 MB. */
export const MOST_PIXELS = 100_000_000;
/** Pixels that are tried if the browser encodes no picture of its size: iPhones encode at most 16 megapixels. */
const FEWER_PIXELS = [2 ** 24, 2 ** 22];

/** The picture, turned upright. Undefined if this worker can show no picture at all. */
export async function decoded(
  file: Blob,
  mostPixels: number,
): Promise<ImageBitmap | 'undecodable' | 'too-many-pixels' | undefined> {
  if (!globalThis.OffscreenCanvas) return undefined;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return 'undecodable';
  if (bitmap.width * bitmap.height <= mostPixels) return bitmap;
  bitmap.close();
  return 'too-many-pixels';
}

/** Draws the picture in this size. Undefined if the browser has no canvas of it. */
function drawn(picture: ImageBitmap, width: number, height: number, willReadFrequently = false) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', {alpha: false, willReadFrequently});
  if (!context) return undefined;
  // What shows through is white, as on paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return {canvas, context};
}

/** Measures how sharp and bright the picture is; undefined if that is impossible here. */
export function qualityIn(picture: ImageBitmap): PictureQuality | undefined {
  try {
    const {width, height} = measuredSize(picture.width, picture.height);
    const {context} = drawn(picture, width, height, true) ?? {};
    return context && qualityOf(context.getImageData(0, 0, width, height));
  } catch {
    return undefined;
  }
}

/** A JPEG, and whether it is smaller than the picture that it was made from. */
interface Encoded {
  jpeg: Blob;
  isSmaller: boolean;
}

/**
 * The picture as a JPEG with the given segment behind its first marker: in its own size, or as large as this browser can encode it.
 * Undefined if it can encode none.
 */
export async function jpegOf(
  picture: ImageBitmap,
  segment?: Uint8Array<ArrayBuffer>,
): Promise<Encoded | undefined> {
  const type = 'image/jpeg';
  for (const pixels of [Infinity, ...FEWER_PIXELS]) {
    const scale = Math.min(1, Math.sqrt(pixels / (picture.width * picture.height)));
    const sideOf = (side: number): number => Math.max(1, Math.floor(side * scale));
    const {canvas} = drawn(picture, sideOf(picture.width), sideOf(picture.height)) ?? {};
    const jpeg = await canvas?.convertToBlob({type, quality: JPEG_QUALITY}).catch(() => undefined);
    if (jpeg?.type === type && jpeg.size > 0) {
      const parts = segment ? [jpeg.slice(0, 2), segment, jpeg.slice(2)] : [jpeg];
      return {jpeg: new Blob(parts, {type}), isSmaller: scale < 1};
    }
  }
  return undefined;
}
