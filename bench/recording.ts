import {readdirSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import type {Page} from 'playwright';
import {launchBrowser, openPage} from './browser.js';
import type {Figure, Group} from './figure.js';
import type {RecordingBench, Way} from './page/recording.js';
import {rounds} from './quick.js';
import {Samples} from './samples.js';
import {borrowService} from './service-process.js';

declare const bench: RecordingBench;

/** Chromium's fake devices can only be enabled together: a camera that is never opened. */
const camera = {width: 64, height: 48, noise: 0, frames: 1};
const MIC_RECORDER = 'mic-recorder.js';
const ROUNDS = rounds(4, 1);
const SECONDS = rounds(5, 0.5);
const LIVE_SECONDS = rounds(120, 0.5);
const MINUTES = rounds(30, 0.2);
const ways: readonly Way[] = ['element', 'mic-recorder', 'transcoded'];
const encoders = {lamejs: 'encoder-worker.js', WebAssembly: 'wasm-encoder-worker.js'} as const;

/** Private memory of this profile's renderers now, in megabytes, without shared program code. Linux only. */
function renderersMemory(profile: string): number {
  const memory = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        if (!command.includes('--type=renderer') || !command.includes(profile)) return 0;
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1]) / 1000;
      } catch {
        // The process has ended meanwhile.
        return 0;
      }
    });
  return Math.max(...memory);
}

/** Measures a renderer's memory five times a second. */
class MemoryWatch {
  readonly before: number;
  peak: number;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(profile: string) {
    this.before = this.peak = renderersMemory(profile);
    this.#timer = setInterval(() => {
      this.peak = Math.max(this.peak, renderersMemory(profile));
    }, 200);
  }

  end(): this {
    clearInterval(this.#timer);
    return this;
  }
}

/**
 * A live recording whose garbage is collected continuously. Half an hour needs no more memory, except for the recording
 * itself.
 */
async function liveMemory(page: Page, profile: string): Promise<Figure[]> {
  if (process.platform !== 'linux') return [];
  const memory = new MemoryWatch(profile);
  await page.evaluate(() => bench.startElement());
  await page.waitForTimeout(1000 * LIVE_SECONDS);
  await page.evaluate(() => bench.stopElement());
  const {before, peak} = memory.end();
  return [
    {
      what: `renderer's peak memory, ${LIVE_SECONDS} s live`,
      value: peak,
      unit: 'MB',
      target: {of: 'value', atMost: 200},
      note: `${before.toFixed(0)} before it`,
    },
  ];
}

/** Share of a core in per cent that the page's main thread uses while the element records, 800 pixels wide. */
async function waveformLoad(page: Page): Promise<number> {
  const debugging = await page.context().newCDPSession(page);
  await debugging.send('Performance.enable', {timeDomain: 'threadTicks'});
  const ran = async (): Promise<number> => {
    const {metrics} = await debugging.send('Performance.getMetrics');
    return metrics.find(({name}) => name === 'TaskDuration')?.value ?? NaN;
  };
  await page.evaluate(() => bench.startElement());
  await page.waitForTimeout(1000 * SECONDS);
  const [before, start] = [await ran(), performance.now()];
  await page.waitForTimeout(2000 * SECONDS);
  const load = (await ran()) - before;
  const elapsed = (performance.now() - start) / 1000;
  await page.evaluate(() => bench.stopElement());
  return (100 * load) / elapsed;
}

async function measureLive(origin: string, apiKey: string): Promise<Figure[]> {
  const browser = await launchBrowser(camera);
  try {
    const page = await openPage(browser.context, origin, 'page/recording.ts', {
      [MIC_RECORDER]: {
        contentType: 'text/javascript',
        path: fileURLToPath(import.meta.resolve('mic-recorder-to-mp3')),
      },
    });
    await page.addScriptTag({url: `${origin}/bench/${MIC_RECORDER}`});
    await page.evaluate((apiKey) => bench.show(apiKey), apiKey);
    const stops: Record<Way, Samples> = {
      element: new Samples(),
      'mic-recorder': new Samples(),
      transcoded: new Samples(),
    };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const way of ways) {
        const stopped = await page.evaluate(([way, seconds]) => bench.record(way, seconds), [
          way,
          SECONDS,
        ] as const);
        if (round > 0) stops[way].add(stopped.milliseconds);
      }
    }
    const what = `stop → capture, ${SECONDS} s`;
    const value = stops.element.median;
    const {median: peer} = stops['mic-recorder'];
    return [
      {
        what,
        value,
        unit: 'ms',
        baseline: {what: 'MediaRecorder, transcoded', value: stops.transcoded.median},
        target: {of: 'value', atMost: 50},
        note: `longest ${stops.element.longest.toFixed(0)}; kept in IndexedDB by then`,
      },
      {
        what,
        value,
        unit: 'ms',
        baseline: {what: 'mic-recorder-to-mp3', value: peer},
        note: 'which keeps it nowhere',
      },
      {
        what: 'main thread while recording, 800 px',
        value: await waveformLoad(page),
        unit: '% of a core',
        target: {of: 'value', atMost: 10},
        note: 'waveform, level, time and all sensors',
      },
      ...(await liveMemory(page, browser.profile)),
    ];
  } finally {
    await browser.close();
  }
}

/** Uses a separate browser, so that its memory is only that of this recording. */
async function measureLong(origin: string, name: keyof typeof encoders): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const page = await openPage(browser.context, origin, 'page/recording.ts');
    const memory = new MemoryWatch(browser.profile);
    const workerUrl = `/bench/${encoders[name]}`;
    const {milliseconds, bytes, encoding} = await page.evaluate(
      ([minutes, workerUrl]) => bench.simulate(minutes, workerUrl),
      [MINUTES, workerUrl] as const,
    );
    const {before, peak} = memory.end();
    const held: Figure = {
      what: `renderer's peak memory, ${MINUTES} min fed in ${(encoding / 60_000).toFixed(1)} min, ${name}`,
      value: peak,
      unit: 'MB',
      target: {of: 'value', atMost: 200},
      note: `${before.toFixed(0)} before it; ${(bytes / 1e6).toFixed(1)} MB recorded`,
    };
    return [
      {
        what: `stop → capture, ${MINUTES} min simulated, ${name}`,
        value: milliseconds,
        unit: 'ms',
        target: {of: 'value', atMost: 100},
      },
      {
        what: `encoder while recording, mono, ${name}`,
        value: (100 * encoding) / (60_000 * MINUTES),
        unit: '% of a core',
        target: {of: 'value', atMost: 5},
        note: `${((60_000 * MINUTES) / encoding).toFixed(0)} times as fast as the sound`,
      },
      ...(process.platform === 'linux' ? [held] : []),
    ];
  } finally {
    await browser.close();
  }
}

async function measure(): Promise<Figure[]> {
  const service = await borrowService();
  try {
    return [
      ...(await measureLive(service.origin, service.apiKey)),
      ...(await measureLong(service.origin, 'lamejs')),
      ...(await measureLong(service.origin, 'WebAssembly')),
    ];
  } finally {
    await service.close();
  }
}

export const recording: Group = {name: 'recording', measure};
