import type {ReducedPicture} from '../../ports/inspection/seal-reader.js';

/** Largest picture in pixels that is decoded: the browser holds 4 bytes for each. */
const MOST_PIXELS = 100_000_000;
/** Pixels of the longer side of what is left. */
const SIDE = 256;

/** Size and reduced pixels of a picture, turned as its Exif data say; undefined for what cannot be decoded. */
export async function reducedPicture(
  file: Blob,
  signal: AbortSignal,
): Promise<ReducedPicture | undefined> {
  if (!globalThis.OffscreenCanvas) return undefined;
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  try {
    signal.throwIfAborted();
    const {width, height} = bitmap;
    if (width * height > MOST_PIXELS) return undefined;
    const scale = Math.min(1, SIDE / Math.max(width, height));
    const [columns, rows] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
    if (!columns || !rows) return undefined;
    const context = new OffscreenCanvas(columns, rows).getContext('2d', {willReadFrequently: true});
    context?.drawImage(bitmap, 0, 0, columns, rows);
    const data = context?.getImageData(0, 0, columns, rows).data;
    return data && {width, height, columns, rows, data};
  } finally {
    bitmap.close();
  }
}
