/** CSS pixels; drawn at twice that for dense screens. */
const SIZE = 56;

/**
 * A small picture of all of a capture. The blob is decoded and scaled by the browser off the main thread, and only the
 * small picture stays: no object URL keeps the capture in memory, and no `img-src` has to allow one.
 */
export async function drawThumbnail(blob: Blob): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  // High enough that a portrait is not stretched to fill the width.
  const bitmap = await createImageBitmap(blob, {resizeHeight: 4 * SIZE, resizeQuality: 'medium'});
  try {
    // Where the browser did not scale while decoding, this does.
    const scale = (4 * SIZE) / bitmap.height;
    canvas.width = bitmap.width * scale;
    canvas.height = bitmap.height * scale;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    bitmap.close();
  }
}
