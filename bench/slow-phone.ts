import {borrowBrowser, openPage, makePhone} from './browser.js';
import type {Figure, Group} from './figure.js';
import {showFrames} from './first-frame.js';
import type {Path} from './page/shutter.js';
import type {PhotosBench} from './page/photos.js';
import {scrollList} from './photos.js';
import {rounds} from './quick.js';
import {borrowService} from './service-process.js';
import {spread, takePictures, type Camera} from './shutter.js';

declare const bench: PhotosBench;

/** The main thread of a cheap phone, compared with that of a desktop computer. */
const SLOWNESS = 6;
const PHOTOS = rounds(200, 60);
/** Pages that are opened on each path. */
const PAGES = rounds(8, 1);
const cameras: Camera[] = [
  {name: '1080p', width: 1920, height: 1080, noise: 0.1, frames: 30, pictures: 8},
  {name: '12 megapixels', width: 4000, height: 3000, noise: 0.1, frames: 6, pictures: 5},
].slice(0, rounds(2, 1));

const paths: readonly Path[] = ['element', 'review', 'canvas', 'frame'];

async function takeSlowly(): Promise<Figure[]> {
  const service = await borrowService();
  try {
    const figures: Figure[] = [];
    for (const camera of cameras) {
      const {name} = camera;
      const {shots, tasks} = await takePictures(
        service.origin,
        service.apiKey,
        camera,
        paths,
        SLOWNESS,
      );
      figures.push(
        {
          what: `six times slower: shutter → capture, ${name}`,
          value: shots.element.median,
          unit: 'ms',
          baseline: {what: 'VideoFrame in a worker', value: shots.frame.median},
          target: {of: 'ratio', atMost: 1.2},
          note: `median/p95: element ${spread(shots.element)}, canvas ${spread(shots.canvas)}, frame ${spread(shots.frame)}`,
        },
        {
          what: `six times slower: longest main-thread task of a picture, ${name}, p50`,
          value: tasks.element.elapsed.median,
          unit: 'ms',
          baseline: {what: 'canvas, toBlob', value: tasks.canvas.elapsed.median},
          target: {of: 'value', atMost: 50},
          note: `longest of all ${tasks.element.elapsed.longest.toFixed(0)}; frame path p50 ${tasks.frame.elapsed.median.toFixed(0)}`,
        },
      );
    }
    return figures;
  } finally {
    await service.close();
  }
}

async function scrollSlowly(): Promise<Figure> {
  const browser = await borrowBrowser();
  try {
    const page = await openPage(browser.context, 'http://127.0.0.1', 'page/photos.ts');
    await page.evaluate((count) => bench.show(count), PHOTOS);
    await makePhone(page, SLOWNESS);
    const {scroll} = await scrollList(page);
    return {
      what: `six times slower: scrolling ${PHOTOS} photos, longest task, p50`,
      value: scroll.elapsed.median,
      unit: 'ms',
      target: {of: 'value', atMost: 50},
    };
  } finally {
    await browser.close();
  }
}

async function measure(): Promise<Figure[]> {
  const pictures = await takeSlowly();
  const {element, bare} = await showFrames(PAGES, SLOWNESS);
  return [
    ...pictures,
    {
      what: 'six times slower: element in the page → first frame, more than by getUserMedia',
      value: element.median - bare.median,
      unit: 'ms',
      note: `median/p95: element ${spread(element)}, page alone ${spread(bare)}`,
    },
    await scrollSlowly(),
  ];
}

/** What a person with a slow phone waits for. */
export const slowPhone: Group = {name: 'slow-phone', measure};
