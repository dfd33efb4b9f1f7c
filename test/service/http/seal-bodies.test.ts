import assert from 'node:assert/strict';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {rm, writeFile} from 'node:fs/promises';
import http from 'node:http';
import {connect} from 'node:net';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {MAX_MANIFEST_SIZE} from '../../../src/model/seal/seal-format.js';
import {ApiKeys} from '../../../src/service/keys/api-keys.js';
import {SEAL_BODY} from '../../../src/service/routes/seal.js';
import {startChild, type ChildService} from '../cli/child-service.js';
import {idempotent, sealRequest, statusOf} from '../requests.js';
import {temporaryFolder} from '../service-fixture.js';

const MIB = 1024 * 1024;
/** A character that the schema allows in all text of a manifest; each one becomes six bytes. */
const escaped = (length: number) => 'é'.repeat(length);
const inAscii = (value: unknown) => JSON.stringify(value).replaceAll('é', '\\u00e9');

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

/** The largest request that the schema allows. */
function largestRequest() {
  const text = escaped(1024);
  const names = (...of: string[]) => Object.fromEntries(of.map((name) => [name, text]));
  const tags = Array.from({length: 100}, (_, i) => [
    `${escaped(254)}${String(i).padStart(2, '0')}`,
    escaped(4096),
  ]);
  return sealRequest({
    manifestSize: MAX_MANIFEST_SIZE,
    exclusion: {start: 33, length: MAX_MANIFEST_SIZE + 12},
    metadata: {
      device: names('model', 'os', 'osVersion', 'appVersion', 'appId', 'sdkVersion', 'userAgent'),
      camera: names(...['lens', 'shutterSpeed', 'whiteBalanceMode', 'focusMode', 'deviceName']),
      microphone: names('deviceName'),
      network: {cellular: {technologies: Array.from({length: 16}, () => escaped(64))}},
      features: {licensePlateInfo: {detectedPlateNumber: escaped(64), plateNumber: escaped(64)}},
      tags: Object.fromEntries(tags) as Record<string, string>,
    },
  });
}

/** JSON of this size in bytes that consists of members with unique names. */
function manyMembers(bytes: number): string {
  const parts = ['{"z":0'];
  for (let i = 0, length = 8; length < bytes - 16; i++) {
    const part = `,"${i.toString(36)}":0`;
    parts.push(part);
    length += part.length;
  }
  return `${parts.join('')}}`;
}

describe('Bodies of POST seal', () => {
  let folder: string;
  let service: ChildService;
  let key: string;
  let other: string;
  let delays: string;
  const agent = new http.Agent({keepAlive: true, maxSockets: 16});
  before(async () => {
    folder = await temporaryFolder();
    const keys = new ApiKeys(folder);
    ({key} = await keys.create('sandbox', 'test'));
    ({key: other} = await keys.create('sandbox', 'other'));
    await keys.close();
    delays = join(folder, 'delays');
    const watch = join(folder, 'watch.mjs');
    await writeFile(watch, WATCH);
    const settings = {SEALED_CAPTURE_THREADS: '1', DELAYS: delays};
    service = await startChild(folder, settings, ['--import', watch]);
  });
  after(async () => {
    agent.destroy();
    await service.stop();
    await rm(folder, {recursive: true, force: true});
  });

  const path = '/protection/sandbox/seal';
  const post = (body: string | Buffer, headers: http.OutgoingHttpHeaders): Promise<number> =>
    statusOf(`${service.address}${path}`, agent, body, {'x-api-key': key, ...headers});
  const seal = () => {
    const request = sealRequest();
    return post(JSON.stringify(request), {...idempotent(request), 'x-api-key': other});
  };

  it('may contain the largest metadata that the schema accepts, and little more', async () => {
    const request = largestRequest();
    const body = inAscii(request);
    assert.ok(body.length > SEAL_BODY.bytes * 0.95, `${body.length} of ${SEAL_BODY.bytes} bytes`);
    assert.equal(await post(body, idempotent(request)), 200);
    const spaces = ' '.repeat(SEAL_BODY.bytes - body.length);
    assert.equal(await post(`${body}${spaces}`, idempotent(request)), 200);
    assert.equal(await post(`${body}${spaces} `, idempotent(request)), 413);
  });

  it('may take twelve seconds for a few hundred bytes, as on a very slow mobile network', async () => {
    const asked = sealRequest();
    const body = JSON.stringify(asked);
    const request = http.request(`${service.address}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        'x-api-key': other,
        ...idempotent(asked),
      },
    });
    const answered = once(request, 'response');
    const piece = Math.ceil(body.length / 12);
    for (let at = 0; at < body.length; at += piece) {
      request.write(body.slice(at, at + piece));
      await sleep(1_000);
    }
    request.end();
    const [response] = (await answered) as [http.IncomingMessage];
    assert.equal(response.resume().statusCode, 200);
  });

  it('are refused before they are parsed if they have more members than the schema', async () => {
    assert.equal(await post(manyMembers(SEAL_BODY.bytes), idempotent(sealRequest())), 400);
    assert.equal(await post('['.repeat(SEAL_BODY.bytes), idempotent(sealRequest())), 400);
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
          assert.equal(await seal(), 200);
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
          assert.ok([400, 503].includes(await post(body, idempotent(sealRequest()))));
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
        const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8');
        return Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
      };
      const before = memory('VmRSS');
      const length = SEAL_BODY.bytes;
      const head =
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
      const piece = Buffer.alloc(length - 1024, ' ');
      const start = performance.now();
      const sockets = Array.from({length: 1200}, () => {
        const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
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
      assert.equal(await seal(), 200);
    },
  );
});
