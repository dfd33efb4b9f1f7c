import type {Page} from 'playwright';
import {setTimeout} from 'node:timers/promises';
import {borrowBrowser, openPage} from './browser.js';
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
/** Milliseconds between touching the screen and lifting the finger, of a quick person. */
const PRESS_MS = 80;

/** Opens the list, and scrolls it from the first photo to the last. */
export async function scrollList(page: Page) {
  let frames = 0;
  const {scroll} = await longestTasks(page, ['scroll'], async () => {
    await page.evaluate(() => bench.open('open'));
    for (let round = 0; round < rounds(3, 1); round++) {
      frames = await page.evaluate(() => bench.scroll('scroll'));
    }
  });
  return {scroll, frames};
}

async function measure(): Promise<Figure[]> {
  const browser = await borrowBrowser();
  try {
    const page = await openPage(browser.context, 'http://127.0.0.1', 'page/photos.ts');
    const emulation = await browser.context.newCDPSession(page);
    const screen = {width: 360, height: 740, deviceScaleFactor: PIXELS, mobile: false};
    await emulation.send('Emulation.setDeviceMetricsOverride', screen);
    const size = await page.evaluate((count) => bench.show(count), PHOTOS);
    const [opened, drawn] = [new Samples(), new Samples()];
    const tap = async () => {
      const touchPoints = [await page.evaluate(() => bench.place())];
      const viewed = page.evaluate(() => bench.view());
      await emulation.send('Input.dispatchTouchEvent', {type: 'touchStart', touchPoints});
      await setTimeout(PRESS_MS);
      await emulation.send('Input.dispatchTouchEvent', {type: 'touchEnd', touchPoints: []});
      return await viewed;
    };
    await emulation.send('Emulation.setTouchEmulationEnabled', {enabled: true});
    const [seen, sharp] = [new Samples(), new Samples()];
    const [fromTouch, withoutPress] = [new Samples(), new Samples()];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const elapsed = await page.evaluate(() => bench.open('open'));
      const more = await page.evaluate(() => bench.thumbnails());
      const viewed = await tap();
      const keyed = await page.evaluate(() => bench.click());
      await page.evaluate(() => {
        bench.close();
      });
      if (round < 0) continue;
      opened.add(elapsed);
      drawn.add(more);
      seen.add(viewed.seen - viewed.clicked);
      sharp.add(viewed.sharp - viewed.clicked);
      fromTouch.add(viewed.sharp - (viewed.pressed ?? NaN));
      withoutPress.add(keyed.sharp - keyed.clicked);
    }
    const {scroll, frames} = await scrollList(page);
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
        what: 'end of a tap on a photo of 12 megapixels → it is painted, possibly as its thumbnail, p50',
        value: seen.median,
        unit: 'ms',
        target: {of: 'value', atMost: 100},
        note: `p95 ${seen.p95.toFixed(0)}`,
      },
      {
        what: 'end of a tap on a photo of 12 megapixels → painted with all pixels of the screen, p50',
        value: sharp.median,
        unit: 'ms',
        target: {of: 'value', atMost: 100},
        note: `p95 ${sharp.p95.toFixed(0)}; from its beginning, ${PRESS_MS} ms before, ${fromTouch.median.toFixed(0)}; by a key, without a press, ${withoutPress.median.toFixed(0)}; ${360 * PIXELS} pixels wide; file of ${(size / 1e6).toFixed(1)} MB in memory`,
      },
    ];
  } finally {
    await browser.close();
  }
}

export const photos: Group = {name: 'photos', measure};
