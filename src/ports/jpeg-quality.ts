/** Of every picture, on every path: hard to tell from the original, a tenth of its size. */
export const JPEG_QUALITY = 0.92;
