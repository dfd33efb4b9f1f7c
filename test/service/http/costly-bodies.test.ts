import assert from 'node:assert/strict';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {rm, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {SEAL_BODY} from '../../../src/service/routes/seal.js';
import {idempotent, sealRequest} from '../requests.js';
import {temporaryFolder} from '../service-fixture.js';
import {inAscii, largestRequest, manyMembers, SealBodies} from './seal-body-service.js';

const MIB = 1024 * 1024;

/** Writes the longest delay of the event loop to a file, every 100 ms. */
const WATCH = `
import {writeFileSync} from 'node:fs';
import {monitorEventLoopDelay} from 'node:perf_hooks';
import {isMainThread} from 'node:worker_threads';
const delay = monitorEventLoopDelay({resolution: 1});
delay.enable();
const note = () => {
  writeFileSync(process.env.DELAYS, String(delay.percentile(99) / 1e6));
  delay.reset();
};
if (isMainThread) setInterval(note, 1000).unref();
`;

describe('Costly bodies of POST seal', () => {
  let bodies: SealBodies;
  let folder: string;
  let delays: string;
  before(async () => {
    folder = await temporaryFolder();
    delays = join(folder, 'delays');
    const watch = join(folder, 'watch.mjs');
    await writeFile(watch, WATCH);
    bodies = await SealBodies.start({DELAYS: delays}, ['--import', watch]);
  });
  after(async () => {
    await bodies.stop();
    await rm(folder, {recursive: true, force: true});
  });

  const costly = {
    'many members': () => manyMembers(SEAL_BODY.bytes),
    // The error is at the end, so that everything is parsed.
    'long strings': () => inAscii({...largestRequest(), z: 0}),
  };
  for (const [what, bodyOf] of Object.entries(costly)) {
    it(`do not block the event loop while four connections send ${what}`, async (t) => {
      const body = Buffer.from(bodyOf());
      /** The 99th percentile of the event loop's delays over some seconds, while others request seals. */
      const delay = async () => {
        const found: number[] = [];
        for (const end = performance.now() + 4000; performance.now() < end; await sleep(50)) {
          assert.equal(await bodies.seal(), 200);
          if (existsSync(delays)) found.push(Number(readFileSync(delays, 'utf8')));
        }
        return found.sort((a, b) => a - b)[Math.floor(found.length / 2)]!;
      };
      const without = await delay();
      const stop = new AbortController();
      let sent = 0;
      const attacks = Array.from({length: 4}, async () => {
        while (!stop.signal.aborted) {
          // One key may have three such bodies at once.
          assert.ok([400, 503].includes(await bodies.post(body, idempotent(sealRequest()))));
          sent++;
        }
      });
      const beside = await delay();
      stop.abort();
      await Promise.all(attacks);
      const seen = `${without.toFixed(1)} ms without, ${beside.toFixed(1)} ms beside ${sent} such bodies`;
      t.diagnostic(seen);
      assert.ok(sent > 20, `${sent} sent`);
      // With a margin for a busy machine. Without these limits, the delay was 700 ms.
      assert.ok(beside < without * 3 + 80, seen);
    });
  }

  const noStatus = existsSync('/proc/self/status') ? false : 'there is no /proc here';
  it(
    'use bounded memory if 1,200 of them never end, and are closed within seconds',
    {skip: noStatus},
    async (t) => {
      const memory = (line: string) => {
        const status = readFileSync(`/proc/${bodies.service.process.pid}/status`, 'utf8');
        return Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
      };
      const before = memory('VmRSS');
      const length = SEAL_BODY.bytes;
      const head =
        `POST ${SealBodies.path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${bodies.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
      const piece = Buffer.alloc(length - 1024, ' ');
      const start = performance.now();
      const sockets = Array.from({length: 1200}, () => {
        const socket = connect(Number(new URL(bodies.service.address).port), '127.0.0.1');
        socket.on('error', () => {}).resume();
        socket.write(head);
        socket.write(piece);
        return socket;
      });
      const closed = Promise.all(
        sockets.map((socket) => (socket.closed ? Promise.resolve() : once(socket, 'close'))),
      );
      const isOver = await Promise.race([closed.then(() => true), sleep(60_000, false)]);
      for (const socket of sockets) socket.destroy();
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      const grown = Math.round((memory('VmHWM') - before) / MIB);
      t.diagnostic(`${grown} MiB more at most, all ended after ${seconds} s`);
      assert.ok(isOver, 'all were ended');
      assert.ok(grown < 400, `${grown} MiB more`);
      assert.equal(await bodies.seal(), 200);
    },
  );
});
