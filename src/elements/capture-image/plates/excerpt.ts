import type {LicensePlateInfo} from '@sealed-capture/seal/model/capture-metadata.js';

/** Size in CSS pixels; drawn at twice that for dense screens. */
const EXCERPT = {width: 280, height: 96};

/** Draws the part of a photo around its license plate; the whole photo if no box is known. */
export async function drawExcerpt(
  blob: Blob,
  box?: LicensePlateInfo['boundingBox'],
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  // A box is in the photo's own pixels.
  const size = box ? undefined : {resizeHeight: 2 * EXCERPT.height};
  const bitmap = await createImageBitmap(blob, size);
  try {
    const around = box ? box.height / 2 : 0;
    const {x, y, width, height} = box ?? {x: 0, y: 0, width: bitmap.width, height: bitmap.height};
    const scale = Math.min(
      (2 * EXCERPT.width) / (width + 2 * around),
      (2 * EXCERPT.height) / (height + 2 * around),
    );
    canvas.width = Math.max(1, scale * (width + 2 * around));
    canvas.height = Math.max(1, scale * (height + 2 * around));
    const context = canvas.getContext('2d');
    context?.setTransform(scale, 0, 0, scale, scale * (around - x), scale * (around - y));
    context?.drawImage(bitmap, 0, 0);
    return canvas;
  } finally {
    bitmap.close();
  }
}
