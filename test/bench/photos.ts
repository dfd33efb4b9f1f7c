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

async function measure(): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const page = await openPage(browser.context, 'http://127.0.0.1', 'page/photos.ts');
    await page.setViewportSize({width: 360, height: 740});
    const size = await page.evaluate((count) => bench.show(count), PHOTOS);
    const [opened, viewed, drawn] = [new Samples(), new Samples(), new Samples()];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const elapsed = await page.evaluate(() => bench.open('open'));
      const more = await page.evaluate(() => bench.thumbnails());
      const large = await page.evaluate(() => bench.view());
      await page.evaluate(() => {
        bench.close();
      });
      if (round < 0) continue;
      opened.add(elapsed);
      drawn.add(more);
      viewed.add(large);
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
        what: 'viewer opens a photo of 12 megapixels → painted in the screen’s pixels, p50',
        value: viewed.median,
        unit: 'ms',
        target: {of: 'value', atMost: 100},
        note: `p95 ${viewed.p95.toFixed(0)}; file of ${(size / 1e6).toFixed(1)} MB in memory`,
      },
    ];
  } finally {
    await browser.close();
  }
}

export const photos: Group = {name: 'photos', measure};
