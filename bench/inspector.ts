import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Page} from 'playwright';
import {startBareServer} from './bare-server.js';
import {borrowBrowser, openPage} from './browser.js';
import type {Figure, Group} from './figure.js';
import {makePhotograph} from './inspector-photographs.js';
import {localVerdicts} from './local-verdict.js';
import {longestTasks} from './main-thread.js';
import type {InspectorBench} from './page/inspector.js';
import {rounds} from './quick.js';
import {postForOk} from './request.js';
import {Samples} from './samples.js';
import {borrowService, type ServiceProcess} from './service-process.js';
import {protectBody, protectHeaders} from './stand.js';
import {largeTrees} from './tree.js';

declare const bench: InspectorBench;

const WARM_UP = rounds(3, 1);
const ROUNDS = rounds(25, 2);
const TRACED = rounds(5, 1);
const FRAME_MS = 16;

interface Sealed {
  path: string;
  bytes: number;
}

/** Photographs that this service has sealed, as files on disk. */
async function sealPhotographs(
  page: Page,
  service: ServiceProcess,
  folder: string,
  sizes: readonly number[],
): Promise<Sealed[]> {
  const sealed: Sealed[] = [];
  for (const size of sizes) {
    const photograph = await makePhotograph(page, size);
    const file = await postForOk(
      `${service.origin}/protection/sandbox/protect`,
      protectHeaders({service}),
      protectBody(photograph),
    );
    const path = join(folder, `${size}.jpg`);
    await writeFile(path, file);
    sealed.push({path, bytes: file.length});
  }
  return sealed;
}

async function verdicts(page: Page, {path, bytes}: Sealed): Promise<Figure> {
  await page.setInputFiles('body > input', path);
  await page.evaluate(() => bench.readyBody());
  const [bare, told, painted] = [new Samples(), new Samples(), new Samples()];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // The page has loaded everything by now, so its requests need not be intercepted any more.
    if (round === 0) await page.unrouteAll({behavior: 'wait'});
    const verdict = await page.evaluate(() => bench.drop());
    if (round < 0) continue;
    bare.add(await page.evaluate(() => bench.bare()));
    told.add(verdict.told);
    painted.add(verdict.painted);
  }
  return {
    what: `drop → verdict painted, ${(bytes / 1e6).toFixed(1)} MB, 12 megapixels, p50`,
    value: painted.median,
    unit: 'ms',
    baseline: {what: 'a request to the bare server', value: bare.median},
    target: {of: 'ratio', atMost: 1.5},
    note: `told ${told.median.toFixed(0)}; p95 ${painted.p95.toFixed(0)} / ${bare.p95.toFixed(0)}`,
  };
}

async function mainThread(page: Page, {path, bytes}: Sealed): Promise<Figure> {
  await page.setInputFiles('body > input', path);
  const {drop} = await longestTasks(page, ['drop'], async () => {
    for (let round = 0; round < TRACED; round++) {
      await page.evaluate((name) => bench.drop(name), 'drop');
    }
  });
  return {
    what: `main thread's longest task, drop → verdict, ${(bytes / 1e6).toFixed(1)} MB`,
    value: drop.running.median,
    unit: 'ms',
    target: {of: 'value', atMost: FRAME_MS},
    note: `longest of ${TRACED} ${drop.running.longest.toFixed(1)}; by the clock ${drop.elapsed.median.toFixed(1)}`,
  };
}

async function measure(): Promise<Figure[]> {
  const service = await borrowService();
  const bare = await startBareServer();
  const browser = await borrowBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-bench-'));
  try {
    const page = await openPage(browser.context, service.origin, 'page/inspector.ts');
    const endpoint = {
      url: `${service.origin}/protection/sandbox/inspect`,
      apiKey: service.apiKey,
      bareUrl: `${bare.origin}/inspect`,
    };
    const [small, large] = await sealPhotographs(page, service, folder, [3e6, rounds(12e6, 5e6)]);
    await page.evaluate((given) => bench.show(given), endpoint);
    return [await verdicts(page, small!), await mainThread(page, large!)];
  } finally {
    bare.close();
    await browser.close();
    await service.close();
    await rm(folder, {recursive: true, force: true});
  }
}

export const inspector: Group = {
  name: 'inspector',
  measure: async () => [...(await measure()), ...(await localVerdicts()), ...(await largeTrees())],
};
