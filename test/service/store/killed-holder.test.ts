import assert from 'node:assert/strict';
import {once} from 'node:events';
import {rm} from 'node:fs/promises';
import {createServer, type AddressInfo, type Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, it} from 'node:test';
import {ApiKeys} from '../../../src/service/keys/api-keys.js';
import {startChild, type ChildService} from '../cli/child-service.js';
import {idempotent, sealRequest} from '../requests.js';
import {liveFolder} from '../timestamps/live-service.js';

describe('The key of a request whose process is killed', () => {
  it('is held while the process lives, and free again within 5 s of its end', async () => {
    const folder = await liveFolder();
    const {key} = await new ApiKeys(folder).create('live', 'test');
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {})));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const {port} = silent.address() as AddressInfo;
    const holder = await startChild(folder, {
      SEALED_CAPTURE_THREADS: '1',
      SEALED_CAPTURE_TIMESTAMP: `http://127.0.0.1:${port}`,
      SEALED_CAPTURE_TIMESTAMP_TIMEOUT_MS: '15000',
    });
    const other = await startChild(folder, {
      SEALED_CAPTURE_THREADS: '1',
      SEALED_CAPTURE_WITHOUT_TIMESTAMP: 'seal',
    });
    const request = sealRequest();
    const ask = async ({address}: ChildService) => {
      const answer = await fetch(`${address}/protection/seal`, {
        method: 'POST',
        headers: {'content-type': 'application/json', 'x-api-key': key, ...idempotent(request)},
        body: JSON.stringify(request),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    try {
      const lost = ask(holder).catch(() => 'lost');
      while (sockets.length === 0) await sleep(20);
      // Longer than a lock lasts without renewal.
      await sleep(5_000);
      assert.equal(await ask(other), 409);
      await holder.stop();
      const killed = performance.now();
      assert.equal(await lost, 'lost');
      let status = 409;
      while (status === 409 && performance.now() - killed < 20_000) {
        await sleep(100);
        status = await ask(other);
      }
      assert.equal(status, 200);
      assert.ok(performance.now() - killed < 5_000, 'within 5 s');
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
      await holder.stop();
      await other.stop();
      await rm(folder, {recursive: true, force: true, maxRetries: 3});
    }
  });
});
