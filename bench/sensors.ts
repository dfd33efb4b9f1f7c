import {setTimeout} from 'node:timers/promises';
import type {CDPSession} from 'playwright';
import {setReadings, setSensors, type SensorValues} from '../test/browsers/device-sensors.js';
import {launchBrowser, openPage} from './browser.js';
import type {Figure, Group} from './figure.js';
import type {SensorsBench} from './page/sensors.js';
import {rounds} from './quick.js';
import {Samples} from './samples.js';
import {borrowService} from './service-process.js';

declare const bench: SensorsBench;

const camera = {width: 1280, height: 720, noise: 0.1, frames: 30};
const SNAPSHOTS = rounds(500, 5);
const ROUNDS = rounds(6, 1);
/** Duration of one measurement of the main thread. */
const LOOK_MS = rounds(4000, 200);
const FRAME_MS = 16;

/** A phone in a hand: it is never quite still, so that each reading is different. */
const held = (at: number): SensorValues => ({
  attitude: {alpha: 40 + 5 * Math.sin(at), beta: 70, gamma: 3},
  compass: {alpha: 300 + 5 * Math.sin(at), beta: 70, gamma: 3},
  accelerometer: {x: Math.sin(at), y: 9, z: 3},
  linearAcceleration: {x: Math.sin(at), y: 0.1, z: 0.2},
  gyroscope: {x: 0.1 * Math.sin(at), y: 0.2, z: 0.1},
  magnetometer: {x: 20, y: -5, z: 40},
});

/** Running time of the page's main thread since its start, in seconds. */
async function mainThreadTime(debugging: CDPSession): Promise<number> {
  const {metrics} = await debugging.send('Performance.getMetrics');
  return metrics.find(({name}) => name === 'TaskDuration')?.value ?? NaN;
}

/**
 * Changes the readings until the work has ended. Browsers report an attitude only when it changes, so a page that
 * starts to listen to a phone at rest receives no event.
 */
async function whileHeld<Result>(debugging: CDPSession, work: Promise<Result>): Promise<Result> {
  const ended = new AbortController();
  const change = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await setReadings(debugging, held(performance.now() / 200));
      await setTimeout(FRAME_MS);
    }
  };
  const [result] = await Promise.all([work.finally(() => ended.abort()), change()]);
  return result;
}

/** Share of a core in per cent that the main thread uses while the phone is held. */
async function load(debugging: CDPSession): Promise<number> {
  const before = await mainThreadTime(debugging);
  const start = performance.now();
  await whileHeld(debugging, setTimeout(LOOK_MS));
  const seconds = (performance.now() - start) / 1000;
  return (100 * ((await mainThreadTime(debugging)) - before)) / seconds;
}

async function measure(): Promise<Figure[]> {
  const service = await borrowService();
  const browser = await launchBrowser(camera);
  try {
    const options = {apiKey: service.apiKey, autoProtect: true};
    const page = await openPage(browser.context, service.origin, 'page/sensors.ts');
    const debugging = await setSensors(page, held(0));
    await debugging.send('Performance.enable', {timeDomain: 'threadTicks'});
    const [on, off] = [new Samples(), new Samples()];
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [samples, withSensors] of [
        [on, true],
        [off, false],
      ] as const) {
        await page.evaluate(([options, withSensors]) => bench.show(options, withSensors), [
          options,
          withSensors,
        ] as const);
        const percent = await load(debugging);
        if (round > 0) samples.add(percent);
      }
    }
    const snapshots = new Samples(
      await whileHeld(
        debugging,
        page.evaluate((count) => bench.snapshots(count), SNAPSHOTS),
      ),
    );
    return [
      {
        what: 'main thread: all sensors beside the preview',
        value: Math.max(0, on.median - off.median),
        unit: '% of a core',
        target: {of: 'value', atMost: 2},
        note: `median with ${on.median.toFixed(2)}, without ${off.median.toFixed(2)}; new readings every ${FRAME_MS} ms`,
      },
      {
        what: 'snapshot of all sections at the shutter, p95',
        value: snapshots.p95,
        unit: 'ms',
        target: {of: 'value', atMost: 5},
        note: `median ${snapshots.median.toFixed(2)}, longest of ${SNAPSHOTS} ${snapshots.longest.toFixed(2)}`,
      },
    ];
  } finally {
    await browser.close();
    await service.close();
  }
}

export const sensors: Group = {name: 'sensors', measure};
