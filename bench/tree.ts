import {borrowBrowser, openPage} from './browser.js';
import type {Figure} from './figure.js';
import {longestTasks} from './main-thread.js';
import type {TreeBench} from './page/tree.js';
import {rounds} from './quick.js';
import {Samples} from './samples.js';

declare const bench: TreeBench;

const NODES = 5000;
const WARM_UP = rounds(2, 0);
const ROUNDS = rounds(15, 1);

/**
 * Shows answers with thousands of values. Measures the time until they are painted, the time until an opened section is
 * visible, and the longest task until all rows are rendered.
 */
export async function largeTrees(): Promise<Figure[]> {
  const browser = await borrowBrowser();
  try {
    const page = await openPage(browser.context, 'http://127.0.0.1', 'page/tree.ts');
    await page.evaluate((count) => bench.show(count), NODES);
    const [answered, opened] = [new Samples(), new Samples()];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const elapsed = await page.evaluate(() => bench.answer());
      if (round >= 0) answered.add(elapsed);
    }
    await page.evaluate((count) => bench.showAll(count), NODES);
    const {open} = await longestTasks(page, ['open'], async () => {
      for (let round = -WARM_UP; round < ROUNDS; round++) {
        const elapsed = await page.evaluate(() => bench.open('open'));
        if (round >= 0) opened.add(elapsed);
      }
    });
    return [
      {
        what: `answer of ${NODES} nodes → painted, p50`,
        value: answered.median,
        unit: 'ms',
        target: {of: 'value', atMost: 150},
        note: `p95 ${answered.p95.toFixed(0)}; the first rows; others follow up to a thousand, and the rest when it is asked for`,
      },
      {
        what: `tree of ${NODES} nodes opens → painted, p50`,
        value: opened.median,
        unit: 'ms',
        target: {of: 'value', atMost: 100},
        note: `p95 ${opened.p95.toFixed(0)}; longest task until all is drawn ${open.running.median.toFixed(1)}, by the clock ${open.elapsed.median.toFixed(1)}`,
      },
    ];
  } finally {
    await browser.close();
  }
}
