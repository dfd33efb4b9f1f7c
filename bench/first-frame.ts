import {launchBrowser, openPage, makePhone} from './browser.js';
import type {Figure, Group} from './figure.js';
import type {FirstFrameBench} from './page/first-frame.js';
import {rounds} from './quick.js';
import {Samples} from './samples.js';
import {borrowService} from './service-process.js';

declare const bench: FirstFrameBench;

const PAGES = rounds(25, 1);
const camera = {width: 1920, height: 1080, noise: 0.1, frames: 30};

/**
 * Measures each path in a new page, in turn, so that everything that a page does only once is included. `slowness`: how many
 * times slower the page's main thread is made.
 */
export async function showFrames(
  pages = PAGES,
  slowness = 1,
): Promise<Record<'element' | 'bare', Samples>> {
  const service = await borrowService();
  const browser = await launchBrowser(camera);
  try {
    const shown = {element: new Samples(), bare: new Samples()};
    for (let round = 0; round <= pages; round++) {
      for (const path of ['element', 'bare'] as const) {
        const page = await openPage(browser.context, service.origin, 'page/first-frame.ts');
        if (slowness > 1) await makePhone(page, slowness);
        const milliseconds = await page.evaluate((path) => bench[path](), path);
        await page.close();
        // The first round is a warm-up.
        if (round > 0) shown[path].add(milliseconds);
      }
    }
    return shown;
  } finally {
    await browser.close();
    await service.close();
  }
}

async function measure(): Promise<Figure[]> {
  const {element, bare} = await showFrames();
  return [
    {
      what: 'element in the page → first frame, 1080p, more than by getUserMedia',
      value: element.median - bare.median,
      unit: 'ms',
      target: {of: 'value', atMost: 10},
      note: `median/p95: element ${element.median.toFixed(0)}/${element.p95.toFixed(0)}, page alone ${bare.median.toFixed(0)}/${bare.p95.toFixed(0)}`,
    },
  ];
}

export const firstFrame: Group = {name: 'first-frame', measure};
