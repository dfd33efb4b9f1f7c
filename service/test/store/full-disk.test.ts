import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, it} from 'node:test';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {atNight} from '../../../test/variants.js';
import {startChild} from '../cli/child-service.js';
import {runCommand} from '../cli/run-command.js';
import {idempotent, sealRequest} from '../requests.js';
import {smallDisk} from '../small-disk.js';

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

const SIZE = 24 * 1024 * 1024;

/** The reason why no small file system can be mounted here. */
function noMount(): string | false {
  const disk = smallDisk(SIZE);
  disk?.close();
  return disk ? false : 'this user may not mount a small file system';
}

describe('A data folder', {skip: noMount()}, () => {
  it('on a full disk makes the command report it, and keeps the existing keys', async () => {
    const disk = smallDisk(SIZE);
    assert.ok(disk);
    const environment = {SEALED_CAPTURE_DATA: disk.folder};
    const create = ['keys', 'create', '--environment', 'sandbox', '--json'];
    try {
      const {id} = JSON.parse((await runCommand(create, {environment})).out) as {id: string};
      await writeFile(join(disk.folder, 'ballast'), Buffer.alloc(SIZE)).catch(() => {});
      const {status, err} = await runCommand(create, {environment});
      assert.equal(status, 1);
      assert.match(err, /^sealed-capture-service: .*keys\.db cannot be written: its disk is full/);
      assert.match((await runCommand(['keys', 'list'], {environment})).out, new RegExp(id));
    } finally {
      disk.close();
    }
  });

  it('on a full disk makes seals fail with 503 until there is space again', async () => {
    const disk = smallDisk(SIZE);
    assert.ok(disk);
    const {folder} = disk;
    const keys = new ApiKeys(folder);
    const {key} = await keys.create('sandbox', 'test');
    await keys.close();
    const service = await startChild(folder, {
      SEALED_CAPTURE_THREADS: '1',
      SEALED_CAPTURE_LOG: 'warn',
    });
    const lines: string[] = [];
    service.process.stdout?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
    const seal = async () => {
      const request = sealRequest();
      const answer = await fetch(`${service.address}/protection/sandbox/seal`, {
        method: 'POST',
        headers: {'content-type': 'application/json', 'x-api-key': key, ...idempotent(request)},
        body: JSON.stringify(request),
      });
      await answer.arrayBuffer();
      return {status: answer.status, retryAfter: answer.headers.get('retry-after')};
    };
    try {
      assert.equal((await seal()).status, 200);
      await writeFile(join(folder, 'ballast'), Buffer.alloc(SIZE)).catch(() => {});
      const statuses = new Set<number>();
      for (let time = 0; time < 400; time++) {
        const {status, retryAfter} = await seal();
        statuses.add(status);
        if (status === 503) assert.ok(Number(retryAfter) > 0);
      }
      assert.ok(statuses.has(503));
      assert.ok([...statuses].every((status) => status === 200 || status === 503));
      assert.equal(service.process.exitCode, null);
      assert.equal(
        lines.join('').match(/Nothing is sealed, as the store takes nothing/g)?.length,
        1,
      );
      await rm(join(folder, 'ballast'));
      const end = Date.now() + 20_000;
      while ((await seal()).status !== 200 && Date.now() < end) await sleep(100);
      for (let time = 0; time < 20; time++) assert.equal((await seal()).status, 200);
    } finally {
      await service.stop();
      disk.close();
    }
  });

  // By day, file-problem.test.ts checks the words.
  atNight(it)('that is read-only ends the start with a clear message', async () => {
    const disk = smallDisk(SIZE);
    assert.ok(disk);
    const {folder} = disk;
    try {
      await (await startChild(folder)).stop();
      assert.ok(run('mount', '-o', 'remount,ro', folder));
      await assert.rejects(startChild(folder), ({message}: Error) => {
        assert.match(message, /read only/);
        assert.doesNotMatch(message, /\n\s+at /);
        return true;
      });
    } finally {
      disk.close();
    }
  });
});
