import type {Page} from 'playwright';
import {rounds} from './quick.js';

/** The size of a phone's picture: 12 megapixels. */
const size = {width: 4032, height: 3024};

/** A JPEG of 12 megapixels and about this many bytes: as slow to decode as a phone's, whatever its file size. */
export async function makePhotograph(page: Page, bytes: number): Promise<Buffer> {
  let noise = 1;
  let photograph = Buffer.alloc(0);
  // Each further attempt corrects the size of the one before.
  for (let attempt = 0; attempt < rounds(4, 2); attempt++) {
    const base64 = await page.evaluate(
      async ({width, height, noise}) => {
        const tile = new ImageData(1024, 1024);
        for (let at = 0; at < tile.data.length; at += 65_536) {
          crypto.getRandomValues(tile.data.subarray(at, at + 65_536));
        }
        for (let at = 3; at < tile.data.length; at += 4) tile.data[at] = 255;
        const grain = await createImageBitmap(tile);
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d', {alpha: false});
        if (!context) throw new Error('no canvas');
        const light = context.createLinearGradient(0, 0, width, height);
        light.addColorStop(0, 'steelblue');
        light.addColorStop(1, 'tan');
        context.fillStyle = light;
        context.fillRect(0, 0, width, height);
        context.globalAlpha = noise;
        for (let x = 0; x < width; x += 1024) {
          for (let y = 0; y < height; y += 1024) context.drawImage(grain, x, y);
        }
        const blob = await canvas.convertToBlob({type: 'image/jpeg', quality: 0.92});
        return new Promise<string>((resolve) => {
          const reader = new FileReader();
          reader.onload = () => resolve((reader.result as string).split(',')[1] ?? '');
          reader.readAsDataURL(blob);
        });
      },
      {...size, noise},
    );
    photograph = Buffer.from(base64, 'base64');
    noise = Math.min(1, noise * (bytes / photograph.length));
  }
  return photograph;
}
