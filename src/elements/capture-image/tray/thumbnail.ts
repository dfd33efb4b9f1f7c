/** CSS pixels; drawn at twice that for dense screens. */
const SIZE = 56;

/**
 * A small picture of a capture. The blob is decoded and scaled by the browser off the main thread, and only the
 * small picture stays: no object URL keeps the capture in memory, and no `img-src` has to allow one.
 */
export async function drawThumbnail(blob: Blob): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2 * SIZE;
  // High enough that a portrait is not stretched to fill the width.
  const bitmap = await createImageBitmap(blob, {resizeHeight: 4 * SIZE, resizeQuality: 'medium'});
  try {
    // Filled, centred. Where the browser did not scale while decoding, this does.
    const scale = Math.max(canvas.width / bitmap.width, canvas.height / bitmap.height);
    const [width, height] = [bitmap.width * scale, bitmap.height * scale];
    const [x, y] = [(canvas.width - width) / 2, (canvas.height - height) / 2];
    canvas.getContext('2d')?.drawImage(bitmap, x, y, width, height);
    return canvas;
  } finally {
    bitmap.close();
  }
}
