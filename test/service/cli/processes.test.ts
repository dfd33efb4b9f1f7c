import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {readFile, rm} from 'node:fs/promises';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {temporaryFolder} from '../service-fixture.js';
import {startChild, type ChildService} from './child-service.js';
import {runCommand} from './run-command.js';

const digest = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

/** Process ids of the children that a process has now. */
async function childrenOf({process: {pid}}: ChildService): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('It did not come about within 30 s.');
    await sleep(50);
  }
}

describe(
  'A service of two processes',
  {skip: process.platform !== 'linux' && 'reads /proc'},
  () => {
    const environment = {SEALED_CAPTURE_PROCESSES: '2'};
    let folder: string;
    let key: string;
    let service: ChildService;
    before(async () => {
      folder = await temporaryFolder();
      const made = await runCommand(['keys', 'create', '--environment', 'sandbox', '--json'], {
        environment: {SEALED_CAPTURE_DATA: folder},
      });
      ({key} = JSON.parse(made.out) as {key: string});
      service = await startChild(folder, environment);
      await until(async () => (await childrenOf(service)).length === 2);
    });
    after(async () => {
      await service.stop();
      await rm(folder, {recursive: true, force: true, maxRetries: 3});
    });

    /** Over a connection of its own, so that the processes have it in turn. */
    const seal = (captureId: string) =>
      fetch(`${service.address}/protection/sandbox/seal`, {
        method: 'POST',
        headers: {
          'x-api-key': key,
          'content-type': 'application/json',
          'idempotency-key': captureId,
          connection: 'close',
        },
        body: JSON.stringify({
          captureId,
          mediaType: 'image/jpeg',
          digest,
          exclusion: {start: 20, length: 16_406},
          manifestSize: 16_384,
          metadata: {capturedAt: '2026-11-21T12:00:00.000Z'},
        }),
      });

    it('seals a capture once, whichever of them is asked', async () => {
      const captureId = randomUUID();
      const answers = [];
      for (let turn = 0; turn < 6; turn++) answers.push(await seal(captureId));
      assert.deepEqual(
        answers.map(({status}) => status),
        [200, 200, 200, 200, 200, 200],
      );
      assert.deepEqual(
        answers.map(({headers}) => headers.get('idempotency-replayed')),
        [null, 'true', 'true', 'true', 'true', 'true'],
      );
      const manifests = await Promise.all(answers.map(async (one) => await one.arrayBuffer()));
      assert.equal(new Set(manifests.map((one) => Buffer.from(one).toString('hex'))).size, 1);
    });

    it('starts another where one is killed, and answers meanwhile', async () => {
      const before = await childrenOf(service);
      process.kill(before[0]!, 'SIGKILL');
      await until(async () => !(await childrenOf(service)).includes(before[0]!));
      assert.equal((await seal(randomUUID())).status, 200);
      await until(async () => (await childrenOf(service)).length === 2);
      assert.equal((await seal(randomUUID())).status, 200);
    });

    it('ends all of them when it is told to, and answers what is in flight', async () => {
      const children = await childrenOf(service);
      const answers = Array.from({length: 8}, () => seal(randomUUID()));
      await Promise.race(answers);
      service.process.kill('SIGTERM');
      const [status] = (await once(service.process, 'exit')) as [number | null];
      assert.equal(status, 0);
      for (const answer of await Promise.allSettled(answers)) {
        // A connection that had not been taken yet is refused; one that was taken has its answer.
        if (answer.status === 'fulfilled') assert.equal(answer.value.status, 200);
      }
      assert.deepEqual(children.filter(isThere), []);
    });

    it('ends with its processes where it is killed itself', async () => {
      const other = await startChild(folder, environment);
      await until(async () => (await childrenOf(other)).length === 2);
      const children = await childrenOf(other);
      await other.stop();
      await until(() => !children.some(isThere));
    });

    it('names in each log line the process, and each request by an id of its own', async () => {
      const other = await startChild(folder, {...environment, SEALED_CAPTURE_LOG: 'info'});
      try {
        await until(async () => (await childrenOf(other)).length === 2);
        let text = '';
        other.process.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
        const requests = () =>
          text
            .split('\n')
            .filter((line) => line.includes('"/healthz"') && line.endsWith('}'))
            .map((line) => JSON.parse(line) as {pid: number; reqId: string});
        const pids = () => new Set(requests().map(({pid}) => pid));
        let asked = 0;
        await until(async () => {
          await fetch(`${other.address}/healthz`, {headers: {connection: 'close'}});
          asked++;
          return pids().size === 2;
        });
        await until(() => requests().length === asked);
        assert.deepEqual([...pids()].sort(), (await childrenOf(other)).sort());
        assert.equal(new Set(requests().map(({reqId}) => reqId)).size, asked);
      } finally {
        await other.stop();
      }
    });

    it('says once why it cannot start, and ends', async () => {
      const ended = await runCommand(['serve', '--port', '0'], {
        environment: {
          SEALED_CAPTURE_DATA: folder,
          SEALED_CAPTURE_PROCESSES: '2',
          SEALED_CAPTURE_TRUST_ANCHORS: '/nowhere',
        },
      });
      assert.equal(ended.status, 1);
      assert.equal(ended.err.match(/nowhere/g)?.length, 1, ended.err);
    });
  },
);
