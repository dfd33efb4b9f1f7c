import type {Page} from 'playwright';
import {Samples} from './samples.js';

/** An event of Chromium's trace; times are in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  /** Time in which the thread itself ran, without waiting for a processor. */
  tdur?: number;
  pid: number;
  tid: number;
}

/** The longest task of the page's main thread in milliseconds, once for each interval between two marks. */
export interface LongestTasks {
  /** Wall-clock time. */
  elapsed: Samples;
  /** Running time of the thread, which other programs do not affect. */
  running: Samples;
}

/** The traces of this process, one after the other: a browser that groups share has one at a time. */
let traces: Promise<unknown> = Promise.resolve();

const categories = ['disabled-by-default-devtools.timeline', 'blink.user_timing'];

/**
 * Records the page's main thread while `work` runs, and finds the longest task that overlaps the interval between the
 * marks `NAME-start` and `NAME-end`. Unlike the long-task observer, it has no minimum of 50 ms.
 */
export async function longestTasks<Name extends string>(
  page: Page,
  names: readonly Name[],
  work: () => Promise<void>,
): Promise<Record<Name, LongestTasks>> {
  const trace = traces.then(() => traced(page, work));
  traces = trace.catch(() => undefined);
  const events = await trace;
  return Object.fromEntries(names.map((name) => [name, ofStretches(events, name)])) as Record<
    Name,
    LongestTasks
  >;
}

async function traced(page: Page, work: () => Promise<void>): Promise<TraceEvent[]> {
  const debugging = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  debugging.on('Tracing.dataCollected', ({value}) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await debugging.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {includedCategories: categories, excludedCategories: ['*']},
  });
  try {
    await work();
  } finally {
    const complete = new Promise((resolve) => debugging.once('Tracing.tracingComplete', resolve));
    await debugging.send('Tracing.end');
    await complete;
    await debugging.detach();
  }
  return events;
}

function ofStretches(events: readonly TraceEvent[], name: string): LongestTasks {
  const longest: LongestTasks = {elapsed: new Samples(), running: new Samples()};
  const ends = events.filter((event) => event.name === `${name}-end`);
  for (const start of events.filter((event) => event.name === `${name}-start`)) {
    const end = ends.find(
      ({pid, tid, ts}) => pid === start.pid && tid === start.tid && ts >= start.ts,
    );
    if (!end) continue;
    const tasks = events.filter(
      ({name: task, ph, pid, tid, ts, dur = 0}) =>
        task === 'RunTask' &&
        ph === 'X' &&
        pid === start.pid &&
        tid === start.tid &&
        ts + dur > start.ts &&
        ts < end.ts,
    );
    longest.elapsed.add(Math.max(...tasks.map(({dur = 0}) => dur)) / 1000);
    longest.running.add(Math.max(...tasks.map(({dur = 0, tdur = dur}) => tdur)) / 1000);
  }
  return longest;
}
