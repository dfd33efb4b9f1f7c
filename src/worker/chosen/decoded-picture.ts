import {concat} from '@sealed-capture/seal/encoding/bytes.js';
import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import {JPEG_QUALITY} from '../../ports/camera/picture.js';
import {measuredSize, qualityOf} from '../picture-quality.js';

/** A picture of which this many pixels are decoded takes 400 MB. */
const MOST_PIXELS = 100_000_000;
/** How often the size is halved if the browser encodes no picture of it: iPhones encode at most 16 megapixels. */
const MOST_HALVINGS = 2;

/** The picture, turned upright. Undefined if this worker can show no picture at all. */
export async function decoded(file: Blob): Promise<ImageBitmap | 'undecodable' | undefined> {
  if (!globalThis.OffscreenCanvas) return undefined;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return 'undecodable';
  if (bitmap.width * bitmap.height <= MOST_PIXELS) return bitmap;
  bitmap.close();
  return 'undecodable';
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

/** In one piece: Firefox decodes no picture of a Blob that begins with a part of two bytes. */
const withSegment = (jpeg: Uint8Array, segment: Uint8Array, type: string): Blob =>
  new Blob([concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])], {type});

/** The picture as a JPEG with the given segment behind its first marker; undefined if the browser cannot encode it. */
export async function jpegOf(
  picture: ImageBitmap,
  segment?: Uint8Array<ArrayBuffer>,
): Promise<Blob | undefined> {
  const type = 'image/jpeg';
  for (let halvings = 0; halvings <= MOST_HALVINGS; halvings++) {
    const [width, height] = [picture.width, picture.height].map((side) =>
      Math.max(1, Math.round(side / 2 ** halvings)),
    ) as [number, number];
    const {canvas} = drawn(picture, width, height) ?? {};
    const jpeg = await canvas?.convertToBlob({type, quality: JPEG_QUALITY}).catch(() => undefined);
    if (jpeg?.type === type && jpeg.size > 0) {
      return segment ? withSegment(new Uint8Array(await jpeg.arrayBuffer()), segment, type) : jpeg;
    }
  }
  return undefined;
}
