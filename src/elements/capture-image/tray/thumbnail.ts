/** CSS pixels; drawn at twice that for dense screens. */
const SIZE = 56;

/**
 * A small picture of a whole capture. The browser decodes and scales the blob off the main thread, and only the small
 * picture is kept: no object URL keeps the capture in memory, and `img-src` does not have to allow one.
 */
export async function drawThumbnail(blob: Blob): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  // High enough that a portrait picture is not enlarged to fill the width.
  const bitmap = await createImageBitmap(blob, {resizeHeight: 4 * SIZE, resizeQuality: 'medium'});
  try {
    // Scales here if the browser did not scale while decoding.
    const scale = (4 * SIZE) / bitmap.height;
    canvas.width = bitmap.width * scale;
    canvas.height = bitmap.height * scale;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    bitmap.close();
  }
}
