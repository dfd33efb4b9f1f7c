import {borrowBrowser} from './browser.js';
import {rounds} from './quick.js';

/**
 * JPEGs of about these sizes in bytes, made of noise that Chromium encodes: they can be decoded, and no two parts are
 * the same.
 */
export async function makePhotographs(sizes: readonly number[]): Promise<Buffer[]> {
  const browser = await borrowBrowser();
  try {
    const page = await browser.context.newPage();
    const photographs: Buffer[] = [];
    for (const size of sizes) {
      // Noise takes about 1.9 bytes per pixel at this quality; the second attempt corrects the size.
      let pixels = size / 1.9;
      let photograph = Buffer.alloc(0);
      for (let attempt = 0; attempt < rounds(2, 1); attempt++) {
        const base64 = await page.evaluate(async (count) => {
          const width = 16 * Math.round(Math.sqrt((count * 4) / 3) / 16);
          const height = Math.round(count / width);
          const canvas = new OffscreenCanvas(width, height);
          const image = new ImageData(width, height);
          for (let at = 0; at < image.data.length; at += 65_536) {
            crypto.getRandomValues(image.data.subarray(at, at + 65_536));
          }
          const context = canvas.getContext('2d', {alpha: false});
          if (!context) throw new Error('no canvas');
          context.putImageData(image, 0, 0);
          const blob = await canvas.convertToBlob({type: 'image/jpeg', quality: 0.92});
          const bytes = new Uint8Array(await blob.arrayBuffer());
          let text = '';
          for (let at = 0; at < bytes.length; at += 32_768) {
            text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
          }
          return btoa(text);
        }, pixels);
        photograph = Buffer.from(base64, 'base64');
        pixels *= size / photograph.length;
      }
      photographs.push(photograph);
    }
    return photographs;
  } finally {
    await browser.close();
  }
}
