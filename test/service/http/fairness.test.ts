import assert from 'node:assert/strict';
import {once} from 'node:events';
import {rm} from 'node:fs/promises';
import http from 'node:http';
import {connect, type Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {ApiKeys} from '../../../src/service/keys/api-keys.js';
import {cborAssertion, inPng, manifest, store} from '../../seal/foreign-store.js';
import {makeAuthority} from '../../seal/pki.js';
import {startChild, type ChildService} from '../cli/child-service.js';
import {envelope, idempotent, jpegOf, sealRequest, statusOf} from '../requests.js';
import {liveFolder} from '../timestamps/live-service.js';

const MIB = 1024 * 1024;

/** A small file that takes the engine seconds. */
async function fileOfManyAssertions(count: number): Promise<Uint8Array> {
  const {signer} = await makeAuthority();
  const assertions = Array.from({length: count}, (_, i) => cborAssertion(`org.test.a${i}`, {i}));
  return inPng(store(await manifest({label: 'urn:c2pa:costly', assertions}, signer)));
}

describe('A key of the sandbox', () => {
  let folder: string;
  let service: ChildService;
  let sandbox: string;
  let live: string;
  const agent = new http.Agent({keepAlive: true});
  before(async () => {
    folder = await liveFolder(true);
    const keys = new ApiKeys(folder);
    ({key: sandbox} = await keys.create('sandbox', 'test'));
    ({key: live} = await keys.create('live', 'test'));
    await keys.close();
    service = await startChild(folder, {
      SEALED_CAPTURE_THREADS: '2',
      SEALED_CAPTURE_JOB_TIMEOUT_MS: '60000',
    });
  });
  after(async () => {
    agent.destroy();
    await service.stop();
    await rm(folder, {recursive: true, force: true});
  });

  const post = (
    path: string,
    key: string,
    body: string,
    headers: Record<string, string> = {},
  ): Promise<number> =>
    statusOf(`${service.address}/protection${path}`, agent, body, {'x-api-key': key, ...headers});
  const photo = envelope(jpegOf(300_000));
  const inspect = () => post('/inspect', live, photo);
  const seal = () => {
    const request = sealRequest();
    return post('/seal', live, JSON.stringify(request), idempotent(request));
  };

  /** The time in milliseconds of the slowest of a hundred live requests, all of which must be answered. */
  const slowestLive = async (): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < 50; i++) {
      for (const ask of [inspect, seal]) {
        const start = performance.now();
        assert.equal(await ask(), 200);
        times.push(performance.now() - start);
      }
    }
    return times.sort((a, b) => a - b).at(-2)!;
  };

  const heads = {
    inspect: 'Content-Type: application/json',
    protect: `Content-Type: multipart/form-data; boundary=b\r\nIdempotency-Key: ${sealRequest().captureId}`,
  };
  for (const [route, head] of Object.entries(heads)) {
    it(`does not slow live requests down with 20 slow bodies of 20 MiB for ${route}`, async (t) => {
      await slowestLive();
      const without = await slowestLive();
      const slow = Array.from({length: 20}, (): Socket => {
        const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
        socket.on('error', () => {}).resume();
        socket.write(
          `POST /protection/sandbox/${route} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${sandbox}\r\n` +
            `${head}\r\nContent-Length: ${20 * MIB}\r\n\r\n{"`,
        );
        return socket;
      });
      const closed = Promise.all(slow.map((socket) => once(socket, 'close')));
      const drip = setInterval(() => slow.forEach((socket) => socket.write('x')), 200);
      const start = performance.now();
      await sleep(300);
      const beside = await slowestLive();
      const isOver = await Promise.race([closed.then(() => true), sleep(45_000, false)]);
      clearInterval(drip);
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      for (const socket of slow) socket.destroy();
      const seen = `${without.toFixed(0)} ms without, ${beside.toFixed(0)} ms beside; ended after ${seconds} s`;
      t.diagnostic(seen);
      assert.ok(isOver, 'the slow bodies were ended');
      // With a margin of half a second, because tests share the machine with others.
      assert.ok(beside <= 2 * without + 500, seen);
    });
  }

  it('does not block a live key with slow files', async (t) => {
    const costly = envelope(await fileOfManyAssertions(2_500));
    const once = performance.now();
    assert.equal(await post('/sandbox/inspect', sandbox, costly), 200);
    const cost = performance.now() - once;
    let done = 0;
    const queue = Array.from({length: 8}, async () => {
      const status = await post('/sandbox/inspect', sandbox, costly);
      done++;
      return status;
    });
    await sleep(100);
    const start = performance.now();
    assert.equal(await inspect(), 200);
    const waited = performance.now() - start;
    const before = done;
    t.diagnostic(
      `a file takes ${cost.toFixed(0)} ms; live after ${waited.toFixed(0)} ms, when ${before} of 8 were done`,
    );
    assert.ok(before <= 3, `${before} of 8 were done`);
    assert.deepEqual(new Set(await Promise.all(queue)), new Set([200]));
  });
});
