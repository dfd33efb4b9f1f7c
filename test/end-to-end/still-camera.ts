import {writeFile} from 'node:fs/promises';
import type {Browser} from '@playwright/test';

/**
 * Writes a y4m video that shows one photograph, for Chromium's `--use-file-for-fake-video-capture`. The browser itself
 * decodes the photograph. I420 with full-range BT.601, 10 frames a second.
 */
export async function writeStillVideo(
  browser: Browser,
  photograph: Uint8Array,
  path: string,
  size: {width: number; height: number},
): Promise<void> {
  const page = await browser.newPage();
  const pixels = await page.evaluate(
    async ({base64, width, height}) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(width, height).getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(bitmap, 0, 0, width, height);
      const {data} = context.getImageData(0, 0, width, height);
      let text = '';
      for (let at = 0; at < data.length; at += 32_768) {
        text += String.fromCharCode(...data.subarray(at, at + 32_768));
      }
      return btoa(text);
    },
    {base64: Buffer.from(photograph).toString('base64'), ...size},
  );
  await page.close();
  const frame = toI420(Buffer.from(pixels, 'base64'), size.width, size.height);
  const header = Buffer.from(`YUV4MPEG2 W${size.width} H${size.height} F10:1 Ip A1:1 C420jpeg\n`);
  const marked = [Buffer.from('FRAME\n'), frame];
  await writeFile(path, Buffer.concat([header, ...marked, ...marked]));
}

function toI420(rgba: Uint8Array, width: number, height: number): Buffer {
  const luma = Buffer.alloc(width * height);
  const quarter = (width / 2) * (height / 2);
  const [blue, red] = [Buffer.alloc(quarter), Buffer.alloc(quarter)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const [r = 0, g = 0, b = 0] = rgba.subarray(at, at + 3);
      luma[y * width + x] = 0.299 * r + 0.587 * g + 0.114 * b;
      if (x % 2 || y % 2) continue;
      const chroma = (y / 2) * (width / 2) + x / 2;
      blue[chroma] = Math.min(255, 128 - 0.168736 * r - 0.331264 * g + 0.5 * b);
      red[chroma] = Math.min(255, 128 + 0.5 * r - 0.418688 * g - 0.081312 * b);
    }
  }
  return Buffer.concat([luma, blue, red]);
}
