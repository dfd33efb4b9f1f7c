import assert from 'node:assert/strict';
import {once} from 'node:events';
import {rm} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {ApiKeys} from '../../../src/service/keys/api-keys.js';
import {startChild, type ChildService} from '../cli/child-service.js';
import {idempotent, sealRequest} from '../requests.js';
import {liveFolder} from './live-service.js';
import {serve, type TestServer} from './tsa.js';

/** Loaded into the service's process: on SIGUSR2 it prints the event loop's delay, and starts a new measurement. */
const WATCH = `data:text/javascript,${encodeURIComponent(`
import {isMainThread} from 'node:worker_threads';
import {monitorEventLoopDelay} from 'node:perf_hooks';
if (isMainThread) {
  const delay = monitorEventLoopDelay({resolution: 5});
  delay.enable();
  process.on('SIGUSR2', () => {
    const [p99, count] = [delay.percentile(99) / 1e6, delay.count];
    delay.reset();
    process.stdout.write('loop ' + JSON.stringify({p99, count}) + '\\n');
  });
}
`)}`;

/** Time limit of the service for one authority, in milliseconds. */
const TIMEOUT = 1_000;
/** Maximum number of requests to authorities per minute. */
const BUDGET = 9;
/** A sanity limit, far above the delay on an idle machine, and below the time for one authority. */
const LATEST_MS = 100;

describe(
  'The event loop of a service whose time-stamp authorities are slow',
  {skip: process.platform === 'win32' && 'Windows has no such signals'},
  () => {
    let folder: string;
    let service: ChildService;
    let key: string;
    let dead: TestServer;
    let silent: TestServer;
    let dripping: TestServer;
    before(async () => {
      dead = await serve(() => {});
      await dead.close();
      silent = await serve(() => {});
      dripping = await serve((_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('a'), 1);
        response.on('close', () => clearInterval(timer));
      });
      folder = await liveFolder();
      const keys = new ApiKeys(folder);
      ({key} = await keys.create('live', 'test'));
      await keys.close();
      const addresses = [dead, silent, dripping].map(({address}) => address.href);
      service = await startChild(
        folder,
        {
          SEALED_CAPTURE_TIMESTAMP: addresses.join(','),
          SEALED_CAPTURE_TIMESTAMP_TIMEOUT_MS: `${TIMEOUT}`,
          SEALED_CAPTURE_TIMESTAMP_PER_MINUTE: `${BUDGET}`,
          SEALED_CAPTURE_THREADS: '1',
        },
        ['--import', WATCH],
      );
      // The start itself is not measured.
      await delay();
    });
    after(async () => {
      await service.stop();
      await Promise.all([silent.close(), dripping.close()]);
      await rm(folder, {recursive: true, force: true});
    });

    async function delay(): Promise<{p99: number; count: number}> {
      const {stdout} = service.process;
      assert.ok(stdout);
      let text = '';
      const heard = (async () => {
        while (!/loop (\{.*\})\n/.test(text)) {
          const [chunk] = (await once(stdout, 'data')) as [Buffer];
          text += chunk.toString();
        }
      })();
      service.process.kill('SIGUSR2');
      await heard;
      return JSON.parse(/loop (\{.*\})\n/.exec(text)?.[1] ?? '{}') as {p99: number; count: number};
    }

    async function seal(): Promise<{status: number; detail: string; took: number}> {
      const start = performance.now();
      const request = sealRequest();
      const answer = await fetch(`${service.address}/protection/seal`, {
        method: 'POST',
        headers: {'x-api-key': key, 'content-type': 'application/json', ...idempotent(request)},
        body: JSON.stringify(request),
      });
      const {detail = ''} = (await answer.json()) as {detail?: string};
      return {status: answer.status, detail, took: performance.now() - start};
    }

    it('is never blocked: other requests are answered meanwhile, and the limit per minute holds', async (t) => {
      let isOver = false;
      const seals = Promise.all(Array.from({length: 3}, seal)).finally(() => (isOver = true));
      const took: number[] = [];
      while (!isOver) {
        const start = performance.now();
        assert.equal((await fetch(`${service.address}/healthz`)).status, 200);
        took.push(performance.now() - start);
        await sleep(10);
      }
      const {p99, count} = await delay();
      t.diagnostic(
        `p99 ${p99.toFixed(1)} ms of ${count}; ${took.length} answers, at most ${Math.max(...took).toFixed(0)} ms`,
      );
      for (const one of await seals) {
        assert.equal(one.status, 503);
        assert.match(one.detail, /No independent time stamp/);
        assert.ok(one.took >= 2 * TIMEOUT - 50, 'both were waited for');
      }
      assert.ok(p99 < LATEST_MS, `p99 ${p99} ms`);
      assert.ok(count > 100, `${count} turns`);
      assert.ok(took.length > 20, `${took.length} answers`);
      assert.ok(Math.max(...took) < TIMEOUT, `${Math.max(...took)} ms`);
      assert.deepEqual([silent.count, dripping.count], [BUDGET / 3, BUDGET / 3]);
      // The limit is reached: no authority is asked, so the answer is immediate.
      const next = await seal();
      assert.deepEqual([next.status, silent.count, dripping.count], [503, BUDGET / 3, BUDGET / 3]);
      assert.ok(next.took < TIMEOUT, `${next.took} ms`);
    });
  },
);
