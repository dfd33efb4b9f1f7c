import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {borrowBrowser, openPage} from './browser.js';
import type {Figure} from './figure.js';
import {makePhotograph} from './inspector-photographs.js';
import type {LocalVerdictBench} from './page/local-verdict.js';
import {rounds} from './quick.js';
import {root} from './root.js';
import {postForOk} from './request.js';
import {Samples} from './samples.js';
import {borrowService} from './service-process.js';
import {protectBody, protectHeaders} from './stand.js';

declare const bench: LocalVerdictBench;

const WARM_UP = rounds(2, 0);
const ROUNDS = rounds(15, 1);
const MEGABYTES = 3;

/** The engine and its worker, beside the script-tag bundle. */
const sideFiles = {
  'scripts/verification-worker.js': {
    contentType: 'text/javascript',
    path: resolve(root, 'dist/web/scripts/verification-worker.js'),
  },
  'scripts/c2pa.wasm': {
    contentType: 'application/wasm',
    path: resolve(root, 'dist/web/scripts/c2pa.wasm'),
  },
};

/**
 * Verifies a sealed photograph in the browser: the first time, including the start of the engine, and the following
 * times.
 */
export async function localVerdicts(): Promise<Figure[]> {
  const service = await borrowService();
  const browser = await borrowBrowser();
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-bench-'));
  try {
    const script = 'page/local-verdict.ts';
    const page = await openPage(browser.context, service.origin, script, sideFiles);
    const photograph = await makePhotograph(page, MEGABYTES * 1e6);
    const protect = `${service.origin}/protection/sandbox/protect`;
    const file = await postForOk(protect, protectHeaders({service}), protectBody(photograph));
    const path = join(folder, 'sealed.jpg');
    await writeFile(path, file);
    await page.evaluate((url) => bench.show(url), `${service.origin}/protection/sandbox/inspect`);
    await page.setInputFiles('body > input', path);
    const first = await page.evaluate(() => bench.verdict());
    const next = new Samples();
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const elapsed = await page.evaluate(() => bench.verdict());
      if (round >= 0) next.add(elapsed);
    }
    const what = `verdict in the browser, ${(file.length / 1e6).toFixed(1)} MB, 12 megapixels`;
    return [
      {
        what: `${what}, p50`,
        value: next.median,
        unit: 'ms',
        target: {of: 'value', atMost: 50},
        note: `p95 ${next.p95.toFixed(0)}`,
      },
      {
        what: `${what}, the first one`,
        value: first,
        unit: 'ms',
        target: {of: 'value', atMost: 400},
        note: 'loads the engine, 9 MB',
      },
    ];
  } finally {
    await browser.close();
    await service.close();
    await rm(folder, {recursive: true, force: true});
  }
}
