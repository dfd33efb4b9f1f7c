import type {Size} from '../../stage/zoom.js';

/** Canvases with more pixels stay empty in Safari on phones. */
const MOST_PIXELS = 16_777_216;

/** A decoded picture, and the size of its file in pixels. The canvas has fewer where the browser holds no more. */
export interface WholePicture {
  canvas: HTMLCanvasElement;
  own: Size;
}

/** Decodes every pixel of a picture. Rejects if the browser cannot, or the signal is aborted. */
export async function decodeWhole(
  file: Blob,
  signal: AbortSignal,
  decode: (file: Blob) => Promise<ImageBitmap> = createImageBitmap,
): Promise<WholePicture> {
  const bitmap = await decode(file);
  try {
    signal.throwIfAborted();
    const {width, height} = bitmap;
    const share = Math.sqrt(MOST_PIXELS / (width * height));
    return {
      canvas: drawn(bitmap, 1) ?? drawn(bitmap, share) ?? emptyCanvas(1, 1),
      own: {width, height},
    };
  } finally {
    bitmap.close();
  }
}

/** Frees the memory of a canvas: browsers keep that of removed ones for a while. */
export function freeCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = canvas.height = 0;
}

/** The picture on a canvas; undefined if the browser cannot hold so large a one. */
function drawn(bitmap: ImageBitmap, share: number): HTMLCanvasElement | undefined {
  const side = (length: number) => Math.max(1, Math.floor(length * share));
  const canvas = emptyCanvas(
    share < 1 ? side(bitmap.width) : bitmap.width,
    share < 1 ? side(bitmap.height) : bitmap.height,
  );
  const context = canvas.getContext('2d');
  const isHeld = context && (canvas.width * canvas.height <= MOST_PIXELS || holds(context));
  if (isHeld) context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  else freeCanvas(canvas);
  return isHeld ? canvas : undefined;
}

/** False for a canvas that stays empty, which no error tells. */
function holds(context: CanvasRenderingContext2D): boolean {
  context.fillRect(0, 0, 1, 1);
  const isHeld = context.getImageData(0, 0, 1, 1).data[3] === 255;
  context.clearRect(0, 0, 1, 1);
  return isHeld;
}

const emptyCanvas = (width: number, height: number): HTMLCanvasElement =>
  Object.assign(document.createElement('canvas'), {width, height});
