import assert from 'node:assert/strict';
import {once} from 'node:events';
import {copyFile, cp, rm, writeFile} from 'node:fs/promises';
import {connect, type Socket} from 'node:net';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, it} from 'node:test';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {variants} from '../../../test/variants.js';
import {idempotent, sealRequest} from '../requests.js';
import {temporaryFolder} from '../service-fixture.js';
import {liveFolder} from '../timestamps/live-service.js';
import {startChild, type ChildService} from './child-service.js';

const isWindows = process.platform === 'win32' && 'Windows has no such signals';

/** Seals on a separate connection, so that several processes take turns. */
async function seal({address}: ChildService, key: string, path = '/protection/seal') {
  const request = sealRequest();
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': key,
      connection: 'close',
      ...idempotent(request),
    },
    body: JSON.stringify(request),
  });
  return {status: answer.status, text: await answer.text()};
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('It did not come about within 30 s.');
    await sleep(50);
  }
}

describe('A running service', {skip: isWindows}, () => {
  for (const processes of variants(['2', '1'])) {
    it(`loads a new live certificate on SIGHUP, and keeps the old one if the next is invalid, with ${processes} processes`, async () => {
      const folder = await temporaryFolder();
      const source = await liveFolder();
      const {key} = await new ApiKeys(folder).create('live', 'test');
      const service = await startChild(folder, {
        SEALED_CAPTURE_PROCESSES: processes,
        SEALED_CAPTURE_THREADS: '1',
        SEALED_CAPTURE_WITHOUT_TIMESTAMP: 'seal',
      });
      try {
        assert.equal((await seal(service, key)).status, 503);
        await cp(join(source, 'live'), join(folder, 'live'), {recursive: true});
        service.process.kill('SIGHUP');
        const statuses = async () =>
          Promise.all(Array.from({length: 8}, async () => (await seal(service, key)).status));
        await until(async () => (await statuses()).every((one) => one === 200));

        await writeFile(join(folder, 'live', 'signer.key'), 'no key');
        const said = once(service.process.stderr!, 'data') as Promise<[Buffer]>;
        service.process.kill('SIGHUP');
        assert.match(
          (await said).toString(),
          /Not read anew: the certificates of the live environment\. .*signer/,
        );
        assert.ok((await statuses()).every((one) => one === 200));
        assert.equal(service.process.exitCode, null);
      } finally {
        await service.stop();
        await rm(folder, {recursive: true, force: true, maxRetries: 3});
        await rm(source, {recursive: true, force: true});
      }
    });
  }

  it('accepts no connection after SIGTERM, and answers requests on open ones', async () => {
    const folder = await temporaryFolder();
    const {key} = await new ApiKeys(folder).create('sandbox', 'test');
    const service = await startChild(folder, {SEALED_CAPTURE_THREADS: '1'});
    const port = Number(new URL(service.address).port);
    const open = async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    };
    const ask = async (socket: Socket, text: string): Promise<string> => {
      const parts: Buffer[] = [];
      socket.on('data', (part: Buffer) => parts.push(part));
      socket.write(text);
      await once(socket, 'close');
      return Buffer.concat(parts).toString('latin1');
    };
    try {
      const sockets = await Promise.all(Array.from({length: 20}, open));
      const health = await open();
      // When the service has answered a later connection, all earlier ones are accepted.
      assert.equal((await fetch(`${service.address}/healthz`)).status, 200);
      service.process.kill('SIGTERM');
      await sleep(150);
      await assert.rejects(open(), {code: 'ECONNREFUSED'});
      const answers = await Promise.all(
        sockets.map((socket) => {
          const request = sealRequest();
          const body = JSON.stringify(request);
          return ask(
            socket,
            `POST /protection/sandbox/seal HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nIdempotency-Key: ${request.captureId}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          );
        }),
      );
      for (const answer of answers) {
        assert.match(answer, /^HTTP\/1\.1 200 /);
        assert.match(answer, /\r\nconnection: close\r\n/i);
      }
      const ready = await ask(health, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      assert.match(ready, /^HTTP\/1\.1 503 [^]*"status":"closing"/);
      if (service.process.exitCode === null) await once(service.process, 'exit');
      assert.equal(service.process.exitCode, 0);
    } finally {
      await service.stop();
      await rm(folder, {recursive: true, force: true});
    }
  });

  it('answers only 503 while its key file is damaged, and continues after the file is restored', async () => {
    const folder = await temporaryFolder();
    const keys = new ApiKeys(folder);
    const {key} = await keys.create('sandbox', 'test');
    await keys.close();
    const [file, copy] = [join(folder, 'keys.db'), join(folder, 'copy.db')];
    const service = await startChild(folder, {SEALED_CAPTURE_THREADS: '1'});
    const sandbox = async () => (await seal(service, key, '/protection/sandbox/seal')).status;
    try {
      await copyFile(file, copy);
      assert.equal(await sandbox(), 200);
      await writeFile(file, 'damage '.repeat(2_000));
      await sleep(400);
      const statuses = [];
      for (let time = 0; time < 30; time++) {
        statuses.push(await sandbox());
        await sleep(25);
      }
      assert.deepEqual(new Set(statuses), new Set([503]));
      await copyFile(copy, file);
      await until(async () => (await sandbox()) === 200);
      assert.equal(service.process.exitCode, null);
    } finally {
      await service.stop();
      await rm(folder, {recursive: true, force: true});
    }
  });
});
