import type {LicensePlateInfo} from '../../model/capture-metadata.js';

/** CSS pixels; drawn at twice that for dense screens. */
const SIZE = 56;
const EXCERPT = {width: 280, height: 96};

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

/** The part of a capture in which a plate can be read, with something around it; all of it where no box is known. */
export async function drawExcerpt(
  blob: Blob,
  box?: LicensePlateInfo['boundingBox'],
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  // A box is in the capture's own pixels.
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
