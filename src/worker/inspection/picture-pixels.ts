import {GrowingHash} from '@sealed-capture/seal/own-reader/hashes.js';
import {fileBytes} from './file-bytes.js';
import {colorsOf} from './picture-colors.js';
import type {PicturePixels} from '../../ports/inspection/seal-reader.js';

/** Largest picture in pixels whose decoded pixels are compared: the browser holds 4 bytes for each. */
const MOST_PIXELS = 64_000_000;

/** Largest file in bytes that is decoded. */
const LARGEST_DECODED = 256 * 1024 * 1024;

/** Pixels that are read back at once: 4 MB. */
const STRIP = 1024 * 1024;

/**
 * How every picture is decoded, so that two files are treated alike: turned as its Exif data say, and with the numbers
 * that the file has. No color profile is applied.
 */
const decoding: ImageBitmapOptions = {
  colorSpaceConversion: 'none',
  imageOrientation: 'from-image',
  premultiplyAlpha: 'none',
};

/**
 * Size and SHA-256 of the decoded pixels of a picture: red, green, blue and alpha of each, row by row, and then its color
 * profile, with which equal numbers are equal colors. Undefined unless they are exact: for what the browser cannot decode,
 * is too large, has transparent pixels (a canvas rounds their colors), is more than one picture with 8 bits a channel
 * ({@link colorsOf}), or if the browser returns other pixels than were drawn, against fingerprinting.
 */
export async function pixelsOf(
  file: Blob,
  signal: AbortSignal,
): Promise<PicturePixels | undefined> {
  if (file.size > LARGEST_DECODED || !globalThis.OffscreenCanvas) return undefined;
  const colors = colorsOf(await fileBytes(file));
  signal.throwIfAborted();
  if (!colors) return undefined;
  const bitmap = await createImageBitmap(file, decoding).catch(() => undefined);
  if (!bitmap) return undefined;
  try {
    const {width, height} = bitmap;
    signal.throwIfAborted();
    if (width * height > MOST_PIXELS) return undefined;
    const sha256 = hashOf(bitmap, colors);
    return sha256 === undefined ? undefined : {width, height, sha256};
  } finally {
    bitmap.close();
  }
}

/** Reads the picture back in strips, so that there is no second copy of all of it. */
function hashOf(bitmap: ImageBitmap, colors: readonly Uint8Array[]): string | undefined {
  const {width, height} = bitmap;
  const rows = Math.min(height, Math.max(1, Math.floor(STRIP / width)));
  const context = new OffscreenCanvas(width, rows).getContext('2d', {willReadFrequently: true});
  if (!context || !isTrue(context)) return undefined;
  context.globalCompositeOperation = 'copy';
  const hash = new GrowingHash();
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top);
    context.drawImage(bitmap, 0, -top);
    const {data} = context.getImageData(0, 0, width, count);
    if (!isOpaque(data)) return undefined;
    hash.add(data);
  }
  for (const part of colors) hash.add(part);
  return hash.end();
}

/** False in a browser that returns something else than was drawn. */
function isTrue(context: OffscreenCanvasRenderingContext2D): boolean {
  context.fillStyle = 'rgb(18 52 86)';
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data.join() === '18,52,86,255';
}

function isOpaque(data: Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}
