import {launchBrowser, openPage} from './browser.js';
import type {Figure, Group} from './figure.js';
import {longestTasks} from './main-thread.js';
import type {PhotosBench} from './page/photos.js';
import {rounds} from './quick.js';
import {Samples} from './samples.js';

declare const bench: PhotosBench;

const PHOTOS = rounds(1000, 60);
const WARM_UP = rounds(2, 0);
const ROUNDS = rounds(10, 1);
/** Device pixels per CSS pixel, as of a phone. */
const PIXELS = 3;

async function measure(): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const page = await openPage(browser.context, 'http://127.0.0.1', 'page/photos.ts');
    const emulation = await browser.context.newCDPSession(page);
    const screen = {width: 360, height: 740, deviceScaleFactor: PIXELS, mobile: false};
    await emulation.send('Emulation.setDeviceMetricsOverride', screen);
    const size = await page.evaluate((count) => bench.show(count), PHOTOS);
    const [opened, drawn] = [new Samples(), new Samples()];
    const [seen, sharp] = [new Samples(), new Samples()];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const elapsed = await page.evaluate(() => bench.open('open'));
      const more = await page.evaluate(() => bench.thumbnails());
      const viewed = await page.evaluate(() => bench.view());
      await page.evaluate(() => {
        bench.close();
      });
      if (round < 0) continue;
      opened.add(elapsed);
      drawn.add(more);
      seen.add(viewed.seen);
      sharp.add(viewed.sharp);
    }
    let frames = 0;
    const {scroll} = await longestTasks(page, ['scroll'], async () => {
      await page.evaluate(() => bench.open('open'));
      for (let round = 0; round < rounds(3, 1); round++) {
        frames = await page.evaluate(() => bench.scroll('scroll'));
      }
    });
    return [
      {
        what: `list of ${PHOTOS} photos opens → painted, p50`,
        value: opened.median,
        unit: 'ms',
        target: {of: 'value', atMost: 100},
        note: `p95 ${opened.p95.toFixed(0)}; thumbnails in sight after another ${drawn.median.toFixed(0)}`,
      },
      {
        what: `scrolling ${PHOTOS} photos, longest task, p50`,
        value: scroll.running.median,
        unit: 'ms',
        target: {of: 'value', atMost: 16},
        note: `by the clock ${scroll.elapsed.median.toFixed(1)}; ${frames} frames from the first to the last`,
      },
      {
        what: 'viewer opens a photo of 12 megapixels → its thumbnail painted in the size of the photo, p50',
        value: seen.median,
        unit: 'ms',
        target: {of: 'value', atMost: 100},
        note: `p95 ${seen.p95.toFixed(0)}`,
      },
      {
        what: 'viewer opens a photo of 12 megapixels → painted with all pixels of the screen, p50',
        value: sharp.median,
        unit: 'ms',
        target: {of: 'value', atMost: 100},
        note: `p95 ${sharp.p95.toFixed(0)}; ${360 * PIXELS} pixels wide; file of ${(size / 1e6).toFixed(1)} MB in memory`,
      },
    ];
  } finally {
    await browser.close();
  }
}

export const photos: Group = {name: 'photos', measure};
