import {isRecording} from './recording.js';

/** Pixels of the longer side; enough for the widest place on a dense screen. */
const LONGEST = 960;

/**
 * A picture of the file as it is now, for the eye alone. Decoded by the browser and drawn small: no object URL
 * keeps the file in memory, and no `img-src` of the page has to allow one. Undefined for what is no picture here.
 */
export async function drawPreview(file: Blob): Promise<HTMLCanvasElement | undefined> {
  let bitmap: ImageBitmap;
  try {
    if (isRecording(file)) return undefined;
    bitmap = await createImageBitmap(file);
  } catch {
    return undefined;
  }
  try {
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    bitmap.close();
  }
}
