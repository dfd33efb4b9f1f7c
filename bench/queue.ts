import type {BrowserContext, Page} from 'playwright';
import {borrowBrowser, openPage} from './browser.js';
import type {Figure, Group} from './figure.js';
import {longestTasks} from './main-thread.js';
import type {QueueBench} from './page/queue.js';
import {makePhotographs} from './photographs.js';
import {rounds} from './quick.js';
import {Samples} from './samples.js';
import {borrowService, type ServiceProcess} from './service-process.js';

declare const bench: QueueBench;

const WAITING = rounds(1_000, 20);
const DRAINED = rounds(100, 5);
const ADDED = rounds(10, 1);
const ROUNDS = rounds(3, 1);
/** Bytes of a large capture. */
const LARGE = rounds(12_000_000, 2_000_000);
/** How long a page is observed after it opens, in milliseconds. */
const START = rounds(3_000, 500);
/** The delay of a slow service's answers, in milliseconds. */
const SLOW = 1_000;

interface Start {
  /** Milliseconds until the element knew the waiting captures and was rendered. */
  shown: Samples;
  /** Milliseconds in which the main thread was busy in the first seconds. */
  busy: Samples;
  /** In bytes. */
  heap: Samples;
}

/** The state of the service when a page is opened. */
type Service = 'unreachable' | 'slow';

const seals = '**/protection/**';

async function answerAs(service: Service, context: BrowserContext): Promise<void> {
  await context.route(seals, async (route) => {
    if (service === 'unreachable') return route.abort();
    await new Promise((resolve) => setTimeout(resolve, SLOW));
    await route.continue().catch(() => undefined);
  });
}

async function pageWith(context: BrowserContext, origin: string, picture: Buffer): Promise<Page> {
  const page = await openPage(context, origin, 'page/queue.ts', {
    'picture.jpg': {contentType: 'image/jpeg', body: picture},
  });
  await page.evaluate(() => bench.load('/bench/picture.jpg'));
  return page;
}

/** Milliseconds in which the page's main thread is busy during this work. */
async function busyTime(page: Page, work: () => Promise<void>): Promise<number> {
  const debugging = await page.context().newCDPSession(page);
  await debugging.send('Performance.enable');
  const now = async (): Promise<number> => {
    const {metrics} = await debugging.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({name}) => name === 'TaskDuration')?.value ?? NaN);
  };
  const before = await now();
  await work();
  const busy = (await now()) - before;
  await debugging.detach();
  return busy;
}

/** Size of the page's own objects in bytes, after garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const debugging = await page.context().newCDPSession(page);
  await debugging.send('HeapProfiler.collectGarbage');
  const {usedSize} = await debugging.send('Runtime.getHeapUsage');
  await debugging.detach();
  return usedSize;
}

async function opened(
  context: BrowserContext,
  {origin, apiKey}: ServiceProcess,
  picture: Buffer,
  count: number,
): Promise<Start> {
  const start: Start = {shown: new Samples(), busy: new Samples(), heap: new Samples()};
  for (let round = -1; round < ROUNDS; round++) {
    const page = await pageWith(context, origin, picture);
    let shown = NaN;
    const busy = await busyTime(page, async () => {
      shown = await page.evaluate(([key, waiting]) => bench.open(key, waiting), [
        apiKey,
        count,
      ] as const);
      await page.waitForTimeout(START);
    });
    // In the first round, the page's scripts are not compiled yet.
    if (round >= 0) {
      start.shown.add(shown);
      start.busy.add(busy);
      start.heap.add(await heapOf(page));
    }
    await page.close();
  }
  return start;
}

function startFigures(name: string, none: Start, many: Start): Figure[] {
  const more = (what: keyof Start): number => many[what].median - none[what].median;
  const note = (what: keyof Start, by = 1): string =>
    `${(none[what].median / by).toFixed(1)} → ${(many[what].median / by).toFixed(1)}`;
  return [
    {
      what: `page start, ${WAITING} waiting, service ${name}: until drawn, more than with none`,
      value: more('shown'),
      unit: 'ms',
      target: {of: 'value', atMost: 100},
      note: note('shown'),
    },
    {
      what: `page start, ${WAITING} waiting, service ${name}: main thread in ${START / 1000} s, more than with none`,
      value: more('busy'),
      unit: 'ms',
      target: {of: 'value', atMost: 100},
      note: note('busy'),
    },
    {
      what: `page start, ${WAITING} waiting, service ${name}: heap, more than with none`,
      value: more('heap') / 1e6,
      unit: 'MB',
      target: {of: 'value', atMost: 20},
      note: note('heap', 1e6),
    },
  ];
}

async function starts(service: ServiceProcess, picture: Buffer): Promise<Figure[]> {
  const browser = await borrowBrowser();
  try {
    const {context} = browser;
    const none = await opened(context, service, picture, 0);
    const filling = await pageWith(context, service.origin, picture);
    await filling.evaluate((count) => bench.fill(count), WAITING);
    await filling.close();
    const figures: Figure[] = [];
    for (const name of ['unreachable', 'slow'] as const) {
      await answerAs(name, context);
      const many = await opened(context, service, picture, 0.95 * WAITING);
      figures.push(...startFigures(name, none, many));
      await context.unroute(seals);
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function added({origin}: ServiceProcess, picture: Buffer): Promise<Figure[]> {
  const browser = await borrowBrowser();
  try {
    const page = await pageWith(browser.context, origin, picture);
    await page.evaluate(() => bench.add());
    const {add} = await longestTasks(page, ['add'], async () => {
      for (let i = 0; i < ADDED; i++) await page.evaluate(() => bench.add());
    });
    // Without the trace, which itself costs time.
    const busy = await busyTime(page, async () => {
      for (let i = 0; i < ADDED; i++) await page.evaluate(() => bench.add());
    });
    return [
      {
        what: `adding a capture of ${LARGE / 1e6} MB: main thread in total`,
        value: busy / ADDED,
        unit: 'ms',
        target: {of: 'value', atMost: 50},
      },
      {
        what: `adding a capture of ${LARGE / 1e6} MB: main thread at a stretch, p95`,
        value: add.running.p95,
        unit: 'ms',
        target: {of: 'value', atMost: 16},
        note: `by the clock ${add.elapsed.p95.toFixed(1)}`,
      },
    ];
  } finally {
    await browser.close();
  }
}

async function drained(service: ServiceProcess, picture: Buffer): Promise<Figure> {
  const browser = await borrowBrowser();
  try {
    const {context} = browser;
    const drains = new Samples();
    const bares = new Samples();
    let parts = {requests: 0, hashing: 0};
    for (let round = -1; round < ROUNDS; round++) {
      const filling = await pageWith(context, service.origin, picture);
      await filling.evaluate((count) => bench.fill(count), DRAINED);
      await filling.close();
      const page = await pageWith(context, service.origin, picture);
      await page.evaluate(() => bench.warmUp());
      await page.unrouteAll({behavior: 'wait'});
      const given = [service.apiKey, DRAINED] as const;
      const drain = await page.evaluate(([key, count]) => bench.drain(key, count), given);
      parts = await page.evaluate(([key, count]) => bench.bare(key, count), given);
      await page.close();
      if (round < 0) continue;
      drains.add(drain);
      bares.add(parts.requests + parts.hashing);
    }
    return {
      what: `drain of ${DRAINED} captures of 1 MB, loopback`,
      value: drains.median,
      unit: 'ms',
      baseline: {what: 'as many bare seal requests, and hashing', value: bares.median},
      target: {of: 'ratio', atMost: 1.8},
      note: `requests ${parts.requests.toFixed(0)}, hashing ${parts.hashing.toFixed(0)}`,
    };
  } finally {
    await browser.close();
  }
}

async function measure(): Promise<Figure[]> {
  const service = await borrowService();
  try {
    const [small, middle, large] = await makePhotographs([20_000, 1_000_000, LARGE]);
    return [
      ...(await added(service, large!)),
      ...(await starts(service, small!)),
      await drained(service, middle!),
    ];
  } finally {
    await service.close();
  }
}

export const queue: Group = {name: 'queue', measure};
