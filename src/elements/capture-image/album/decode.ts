/** A size in device pixels. */
export interface PixelSize {
  width: number;
  height: number;
}

/** The device pixels of the window, or of an element in it. */
export const screenRoom = (
  {clientWidth, clientHeight}: Element = document.documentElement,
): PixelSize => ({
  width: clientWidth * devicePixelRatio,
  height: clientHeight * devicePixelRatio,
});

/** Canvases with more pixels stay empty in Safari on phones. */
const MOST_PIXELS = 16_777_216;

/**
 * Decodes the whole picture with at least as many pixels as fill `room`, or all that it has. It decodes off the main
 * thread, and at a reduced size if the browser can decode a JPEG at an eighth, a quarter and so on, which halves the
 * time for twelve megapixels on a phone's screen. Without `room`, it decodes every pixel. Rejects if the file cannot be
 * decoded. Aborting the signal stops before the next step; no browser ends a decoding that has begun.
 */
export async function decodePicture(
  file: Blob,
  room?: PixelSize,
  signal?: AbortSignal,
): Promise<HTMLCanvasElement> {
  const bytes = await file.arrayBuffer();
  signal?.throwIfAborted();
  const own = sizeOfJpeg(new Uint8Array(bytes));
  const scale = own && room ? Math.min(1, room.width / own.width, room.height / own.height) : 1;
  if (own && room && scale < 0.875 && 'ImageDecoder' in globalThis) {
    const drawn = await drawReduced(bytes, file.type, own, scale, signal).catch(() => undefined);
    signal?.throwIfAborted();
    if (drawn) return drawn;
  }
  return drawBitmap(await createImageBitmap(file, resizingTo(own, room, scale)), signal);
}

/** A reducing decoder uses a multiple of one eighth of the picture's size, at most as large as requested. */
async function drawReduced(
  data: ArrayBuffer,
  type: string,
  {width, height}: PixelSize,
  scale: number,
  signal?: AbortSignal,
): Promise<HTMLCanvasElement> {
  const share = Math.ceil(8 * scale - 0.01) / 8;
  const [desiredWidth, desiredHeight] = [Math.ceil(share * width), Math.ceil(share * height)];
  const decoder = new ImageDecoder({data, type, desiredWidth, desiredHeight});
  const stop = () => {
    decoder.reset();
  };
  signal?.addEventListener('abort', stop);
  try {
    const {image} = await decoder.decode();
    try {
      return draw(image, {width: image.displayWidth, height: image.displayHeight});
    } finally {
      image.close();
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    decoder.close();
  }
}

function resizingTo(
  own: PixelSize | undefined,
  room: PixelSize | undefined,
  scale: number,
): ImageBitmapOptions {
  const resizeQuality = 'medium';
  if (!own) return room ? {resizeHeight: Math.round(room.height), resizeQuality} : {};
  const least = Math.min(scale, Math.sqrt(MOST_PIXELS / (own.width * own.height)));
  return least < 1 ? {resizeWidth: Math.round(least * own.width), resizeQuality} : {};
}

function drawBitmap(bitmap: ImageBitmap, signal?: AbortSignal): HTMLCanvasElement {
  try {
    signal?.throwIfAborted();
    return draw(bitmap, bitmap);
  } finally {
    bitmap.close();
  }
}

export function draw(
  source: CanvasImageSource,
  {width, height}: Readonly<PixelSize>,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext('2d', {alpha: false})?.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** The size of a JPEG; undefined for other files, and for a JPEG with Exif data, which may rotate the picture. */
export function sizeOfJpeg(bytes: Uint8Array): PixelSize | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xe1) return undefined;
    // Start of frame; the three excluded markers are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return {height: view.getUint16(at + 5), width: view.getUint16(at + 7)};
    }
  }
  return undefined;
}
