import {launchBrowser, openPage, makePhone} from './browser.js';
import type {CameraPicture} from '../test/camera-file.js';
import type {Figure, Group} from './figure.js';
import {longestTasks} from './main-thread.js';
import type {Path, ShutterBench} from './page/shutter.js';
import {rounds} from './quick.js';
import {Samples} from './samples.js';
import {borrowService} from './service-process.js';

declare const bench: ShutterBench;

export interface Camera extends CameraPicture {
  name: string;
  pictures: number;
}

const cameras: Camera[] = [
  {name: '720p', width: 1280, height: 720, noise: 0.1, frames: 30, pictures: 20},
  {name: '1080p', width: 1920, height: 1080, noise: 0.1, frames: 30, pictures: 25},
  {name: '4K', width: 3840, height: 2160, noise: 0.1, frames: 10, pictures: 14},
].slice(0, rounds(3, 1));
const WARM_UP = rounds(3, 1);
const TRACED = rounds(6, 1);
const paths: readonly Path[] = ['element', 'review', 'canvas', 'frame', 'stored'];

/** Median and 95th percentile. */
export const spread = (samples: Samples): string =>
  `${samples.median.toFixed(0)}/${samples.p95.toFixed(0)}`;

/** Takes pictures on each path, in turn. `slowness`: how many times slower the page's main thread is made. */
export async function takePictures(
  origin: string,
  apiKey: string,
  camera: Camera,
  names: readonly Path[],
  slowness = 1,
) {
  const pictures = rounds(camera.pictures, 1);
  const browser = await launchBrowser(camera);
  try {
    const page = await openPage(browser.context, origin, 'page/shutter.ts');
    const size = await page.evaluate((options) => bench.start(options), {
      apiKey,
      autoProtect: true,
    });
    if (slowness > 1) await makePhone(page, slowness);
    const shots: Record<Path, Samples> = {
      element: new Samples(),
      review: new Samples(),
      canvas: new Samples(),
      frame: new Samples(),
      stored: new Samples(),
    };
    const takeRound = () => page.evaluate((asked) => bench.round(asked), names);
    let bytes = 0;
    for (let round = -WARM_UP; round < pictures; round++) {
      if (round === 0) await page.unrouteAll({behavior: 'wait'});
      for (const [path, picture] of await takeRound()) {
        if (path === 'element') bytes = picture.bytes;
        if (round >= 0) shots[path].add(picture.milliseconds);
      }
    }
    const tasks = await longestTasks(page, names, async () => {
      for (let round = 0; round < TRACED; round++) await takeRound();
    });
    return {shots, tasks, size, bytes};
  } finally {
    await browser.close();
  }
}

async function measureCamera(origin: string, apiKey: string, camera: Camera): Promise<Figure[]> {
  const {name} = camera;
  const {shots, tasks, size, bytes} = await takePictures(origin, apiKey, camera, paths);
  const seen = `median/p95: element ${spread(shots.element)}, canvas ${spread(shots.canvas)}, frame ${spread(shots.frame)}`;
  const what = `shutter → capture, ${name}`;
  return [
    {
      what,
      value: shots.element.median,
      unit: 'ms',
      baseline: {what: 'VideoFrame in a worker', value: shots.frame.median},
      target: name === '720p' ? undefined : {of: 'ratio', atMost: 1},
      note: `${seen}; ${size.width}×${size.height}, ${(bytes / 1e6).toFixed(1)} MB`,
    },
    {
      what,
      value: shots.element.median,
      unit: 'ms',
      baseline: {what: 'VideoFrame in a worker, stored in IndexedDB', value: shots.stored.median},
    },
    {
      what,
      value: shots.element.median,
      unit: 'ms',
      baseline: {what: 'canvas, toBlob', value: shots.canvas.median},
    },
    {
      what: `shutter → question, and “Use” → capture, with review, ${name}`,
      value: shots.review.median,
      unit: 'ms',
      baseline: {what: 'shutter → capture, without', value: shots.element.median},
      note: `median/p95 ${spread(shots.review)}`,
    },
    {
      what: `longest main-thread task of a picture, ${name}, p50`,
      value: tasks.element.elapsed.median,
      unit: 'ms',
      baseline: {what: 'canvas, toBlob', value: tasks.canvas.elapsed.median},
      target: name === '1080p' ? {of: 'value', atMost: 4} : undefined,
      note: `longest of all ${tasks.element.elapsed.longest.toFixed(1)}, running ${tasks.element.running.longest.toFixed(1)}; frame path p50 ${tasks.frame.elapsed.median.toFixed(1)}`,
    },
  ];
}

async function measure(): Promise<Figure[]> {
  const service = await borrowService();
  try {
    const figures: Figure[] = [];
    for (const camera of cameras) {
      figures.push(...(await measureCamera(service.origin, service.apiKey, camera)));
    }
    return figures;
  } finally {
    await service.close();
  }
}

export const shutter: Group = {name: 'shutter', measure};
