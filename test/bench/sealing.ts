import {launchWithCamera, type CameraBrowser} from './browser.js';
import type {CameraPicture} from './camera-file.js';
import type {Figure, Group} from './figure.js';
import type {SealingBench} from './page/sealing.js';
import {Samples} from './samples.js';
import {startService} from './service-process.js';
import {openShapedLine} from './shaped-line.js';

declare const bench: SealingBench;

interface Camera extends CameraPicture {
  name: string;
  /** On loopback; milliseconds for 95 of 100. */
  atMost?: number;
  /** Behind the line; milliseconds for half of them. */
  atMostShaped?: number;
}

const cameras: Camera[] = [
  {name: '0.3 MB', width: 1280, height: 720, noise: 0.08, frames: 30},
  {name: '1080p', width: 1920, height: 1080, noise: 0.1, frames: 30, atMost: 150},
  {name: '3 MB', width: 1920, height: 1080, noise: 1, frames: 10},
  {name: '12 MB', width: 3840, height: 2160, noise: 1, frames: 5, atMostShaped: 250},
];
const line = {up: 10e6, down: 20e6, roundTrip: 50};
const WARM_UP = 2;
const ROUNDS = 12;
const SHAPED_ROUNDS = 8;

interface Place {
  name: string;
  origin: string;
  rounds: number;
  /** Which of the samples counts here, and what it is to reach. */
  figureOf: (camera: Camera, seals: Samples) => Pick<Figure, 'what' | 'value' | 'target'>;
}

async function measureAt(
  {origin, name, rounds, figureOf}: Place,
  apiKey: string,
  camera: Camera,
  open: CameraBrowser['open'],
): Promise<Figure> {
  const page = await open(origin, 'page/sealing.ts');
  await page.evaluate((options) => bench.start(options), {apiKey, autoProtect: true});
  const seals = new Samples();
  let bytes = 0;
  for (let round = -WARM_UP; round < rounds; round++) {
    const sealed = await page.evaluate(() => bench.seal());
    bytes = sealed.bytes;
    if (round >= 0) seals.add(sealed.milliseconds);
  }
  const upload = await page.evaluate(() => bench.upload());
  await page.context().close();
  return {
    ...figureOf(camera, seals),
    unit: 'ms',
    baseline: {what: 'file sent to POST protect', value: upload},
    note: `${name}: p50 ${seals.median.toFixed(0)}, p95 ${seals.p95.toFixed(0)}; ${(bytes / 1e6).toFixed(2)} MB`,
  };
}

const atMost = (limit: number | undefined): Figure['target'] =>
  limit === undefined ? undefined : {of: 'value', atMost: limit};

async function measure(): Promise<Figure[]> {
  const service = await startService();
  const shaped = await openShapedLine(service.port, line);
  const places: Place[] = [
    {
      name: 'loopback',
      origin: service.origin,
      rounds: ROUNDS,
      figureOf: (camera, seals) => ({
        what: `capture → protected, ${camera.name}, loopback, p95`,
        value: seals.p95,
        target: atMost(camera.atMost),
      }),
    },
    {
      name: 'shaped',
      origin: `http://127.0.0.1:${shaped.port}`,
      rounds: SHAPED_ROUNDS,
      figureOf: (camera, seals) => ({
        what: `capture → protected, ${camera.name}, 10/20 Mbit/s, 50 ms, p50`,
        value: seals.median,
        target: atMost(camera.atMostShaped),
      }),
    },
  ];
  try {
    const figures: Figure[] = [];
    for (const camera of cameras) {
      const chromium = await launchWithCamera(camera);
      for (const place of places) {
        figures.push(await measureAt(place, service.apiKey, camera, chromium.open));
      }
      await chromium.close();
    }
    return figures;
  } finally {
    await shaped.close();
    await service.close();
  }
}

export const sealing: Group = {name: 'sealing', measure};
