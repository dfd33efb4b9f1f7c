import type {BrowserContext, Page} from 'playwright';
import {borrowBrowser, launchBrowser, openPage} from './browser.js';
import type {Figure, Group} from './figure.js';
import type {SealingBench} from './page/sealing.js';
import {makePhotographs} from './photographs.js';
import {rounds} from './quick.js';
import {Samples} from './samples.js';
import {borrowService, type ServiceProcess} from './service-process.js';
import {openShapedLine} from './shaped-line.js';

declare const bench: SealingBench;

const line = {up: 10e6, down: 20e6, roundTrip: 50};
const WARM_UP = rounds(3, 1);
const ROUNDS = rounds(20, 2);
const camera = {width: 1920, height: 1080, noise: 0.1, frames: 30};
const photographs: {name: string; size: number; atMostShaped?: number}[] = [
  {name: '0.3 MB', size: 300_000},
  {name: '3 MB', size: 3_000_000},
  {name: '12 MB', size: 12_000_000, atMostShaped: 250},
].slice(0, rounds(3, 1));

interface Sealed {
  seals: Samples;
  bytes: number;
  /** Milliseconds of one upload of the same picture. */
  upload: number;
}

/** Seals pictures on a page that was started, and closes it. */
async function sealOn(page: Page): Promise<Sealed> {
  const seals = new Samples();
  let bytes = 0;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // The page has loaded everything by now, so its requests need not be intercepted any more.
    if (round === 0) await page.unrouteAll({behavior: 'wait'});
    const sealed = await page.evaluate(() => bench.seal());
    bytes = sealed.bytes;
    if (round >= 0) seals.add(sealed.milliseconds);
  }
  const upload = await page.evaluate(() => bench.upload());
  await page.close();
  return {seals, bytes, upload};
}

function figure(
  what: string,
  percentile: 'p50' | 'p95',
  {seals, bytes, upload}: Sealed,
  atMost?: number,
): Figure {
  return {
    what: `capture → protected, ${what}, ${percentile}`,
    value: percentile === 'p50' ? seals.median : seals.p95,
    unit: 'ms',
    baseline: {what: 'file sent to POST protect', value: upload},
    target: atMost === undefined ? undefined : {of: 'value', atMost},
    note: `p50 ${seals.median.toFixed(0)}, p95 ${seals.p95.toFixed(0)}; ${(bytes / 1e6).toFixed(2)} MB`,
  };
}

async function withCamera({origin, apiKey}: ServiceProcess): Promise<Figure> {
  const browser = await launchBrowser(camera);
  try {
    const page = await openPage(browser.context, origin, 'page/sealing.ts');
    await page.evaluate((options) => bench.startWithCamera(options), {apiKey, autoProtect: true});
    return figure('1080p from the camera, loopback', 'p95', await sealOn(page), 150);
  } finally {
    await browser.close();
  }
}

async function withPictures(
  context: BrowserContext,
  {apiKey}: ServiceProcess,
  origin: string,
): Promise<Sealed[]> {
  const pictures = await makePhotographs(photographs.map(({size}) => size));
  const sealed: Sealed[] = [];
  for (const picture of pictures) {
    const page = await openPage(context, origin, 'page/sealing.ts', {
      'picture.jpg': {contentType: 'image/jpeg', body: picture},
    });
    const options = {apiKey, autoProtect: true};
    await page.evaluate((given) => bench.startWithPicture('/bench/picture.jpg', given), options);
    sealed.push(await sealOn(page));
  }
  return sealed;
}

async function measure(): Promise<Figure[]> {
  const service = await borrowService();
  const shaped = await openShapedLine(service.port, line);
  const browser = await borrowBrowser();
  try {
    const near = await withPictures(browser.context, service, service.origin);
    const far = await withPictures(browser.context, service, `http://127.0.0.1:${shaped.port}`);
    return [
      await withCamera(service),
      ...photographs.flatMap(({name, atMostShaped}, index) => [
        figure(`${name}, loopback`, 'p50', near[index]!),
        figure(`${name}, 10/20 Mbit/s, 50 ms`, 'p50', far[index]!, atMostShaped),
      ]),
    ];
  } finally {
    await browser.close();
    await shaped.close();
    await service.close();
  }
}

export const sealing: Group = {name: 'sealing', measure};
