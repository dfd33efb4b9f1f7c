import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {readFile, rm, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {programOf} from '../../../test/program.js';
import {temporaryFolder} from '../service-fixture.js';
import {startChild, type ChildService} from './child-service.js';
import {runCommand} from './run-command.js';

const digest = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

/** Ids of the current child processes of the service. */
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

    /** Sends each request on its own connection, so that the processes take turns. */
    const sealBody = (captureId: string) =>
      JSON.stringify({
        captureId,
        mediaType: 'image/jpeg',
        digest,
        exclusion: {start: 20, length: 16_406},
        manifestSize: 16_384,
        metadata: {capturedAt: '2026-11-21T12:00:00.000Z'},
      });
    const seal = (captureId: string) =>
      fetch(`${service.address}/protection/sandbox/seal`, {
        method: 'POST',
        headers: {
          'x-api-key': key,
          'content-type': 'application/json',
          'idempotency-key': captureId,
          connection: 'close',
        },
        body: sealBody(captureId),
      });

    it('seals a capture once, whichever process is asked', async () => {
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

    it('starts a new process when one is killed, and answers meanwhile', async () => {
      const before = await childrenOf(service);
      process.kill(before[0]!, 'SIGKILL');
      await until(async () => !(await childrenOf(service)).includes(before[0]!));
      assert.equal((await seal(randomUUID())).status, 200);
      await until(async () => (await childrenOf(service)).length === 2);
      assert.equal((await seal(randomUUID())).status, 200);
    });

    it('ends all processes when it is told to, and answers requests in flight', async () => {
      const children = await childrenOf(service);
      const {hostname, port} = new URL(service.address);
      const body = sealBody(randomUUID());
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
      socket.on('error', () => undefined);
      const {captureId} = JSON.parse(body) as {captureId: string};
      socket.write(
        `POST /protection/sandbox/seal HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-API-Key: ${key}\r\n` +
          `Content-Type: application/json\r\nIdempotency-Key: ${captureId}\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body.slice(0, 50)}`,
      );
      // One process has received half of the request.
      await sleep(300);
      service.process.kill('SIGTERM');
      const exited = once(service.process, 'exit') as Promise<[number | null]>;
      await sleep(300);
      socket.write(body.slice(50));
      assert.deepEqual(await exited, [0, null]);
      assert.match(answer, /^HTTP\/1\.1 200 /);
      assert.deepEqual(children.filter(isThere), []);
    });

    /** The environment that makes each process run this code first. */
    const preloaded = async (code: string): Promise<NodeJS.ProcessEnv> => {
      const file = join(folder, `${randomUUID()}.cjs`);
      await writeFile(file, code);
      return {...environment, NODE_OPTIONS: `--require=${file}`};
    };

    it('restarts a process that ends during its start, and reports which and why', async () => {
      const marker = join(folder, 'has-failed');
      const failing = await preloaded(`
        const cluster = require('node:cluster'), fs = require('node:fs');
        if (cluster.isWorker && cluster.worker.id === 2 && !fs.existsSync(${JSON.stringify(marker)})) {
          fs.writeFileSync(${JSON.stringify(marker)}, '');
          process.exit(3);
        }`);
      const other = await startChild(folder, failing);
      try {
        assert.match(other.said(), /Process \d+ of the service ended \(status 3\)\./);
        await until(async () => (await childrenOf(other)).length === 2);
        assert.equal((await fetch(`${other.address}/healthz`)).status, 200);
      } finally {
        await other.stop();
      }
    });

    // Node emits one error as an event of the process, and throws the other.
    for (const [program, code] of [
      ['/nowhere/node', 'ENOENT'],
      ['/dev/null/node', 'ENOTDIR'],
    ] as const) {
      it(`continues if another process cannot be started, and retries (${code})`, async () => {
        const lacking = await preloaded(`
          const {execPath} = process;
          if (require('node:cluster').isPrimary)
            process.on('SIGUSR2', () => {
              process.execPath = process.execPath === execPath ? '${program}' : execPath;
            });`);
        const other = await startChild(folder, lacking);
        try {
          await until(async () => (await childrenOf(other)).length === 2);
          other.process.kill('SIGUSR2');
          const [first] = await childrenOf(other);
          process.kill(first ?? 0, 'SIGKILL');
          await until(() => other.said().includes(code));
          assert.equal((await fetch(`${other.address}/healthz`)).status, 200);
          other.process.kill('SIGUSR2');
          await until(async () => (await childrenOf(other)).length === 2);
        } finally {
          await other.stop();
        }
      });

      it(`reports why the first process cannot be started, and ends (${code})`, async () => {
        const lacking = await preloaded(`
          if (require('node:cluster').isPrimary) process.execPath = '${program}';`);
        const {status, err} = await runCommand(['serve', '--port', '0'], {
          environment: {...lacking, SEALED_CAPTURE_DATA: folder},
        });
        assert.equal(status, 1);
        const [line, ...rest] = err.trim().split('\n');
        assert.match(
          line ?? '',
          /^sealed-capture-service: The service could not start: .*\bspawn\b/,
        );
        assert.ok(line?.includes(code), line);
        assert.deepEqual(rest, []);
      });
    }

    it('reports that the first process was killed during its start, and ends', async () => {
      const killed = await preloaded(`
        if (require('node:cluster').isWorker) process.kill(process.pid, 'SIGKILL');`);
      const {status, err} = await runCommand(['serve', '--port', '0'], {
        environment: {...killed, SEALED_CAPTURE_DATA: folder},
      });
      assert.equal(status, 1);
      assert.match(err, /could not start: its first process ended \(SIGKILL\)\./);
    });

    /** The first lines that a program with short delays prints. */
    const printed = async (lines: number, ...args: string[]): Promise<unknown[]> => {
      const program = [...programOf('service/test/cli/processes-child.ts'), ...args];
      const child = spawn(process.execPath, program, {stdio: ['ignore', 'pipe', 'ignore']});
      const exited = once(child, 'exit');
      try {
        let text = '';
        child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
        const found = () => text.split('\n').slice(0, -1);
        await until(() => found().length >= lines);
        return found().map((line): unknown => JSON.parse(line));
      } finally {
        child.kill('SIGKILL');
        await exited;
      }
    };

    it('doubles the delay each time a process ends early, and resets it after one that has lasted', async () => {
      assert.deepEqual(await printed(4), [
        ['status 1', 10],
        ['status 2', 20],
        ['status 3', 20],
        ['status 4', 10],
      ]);
    });

    it('ends a process that does not listen in time', async () => {
      assert.deepEqual(await printed(1, 'silent'), [
        'The service could not start: its first process ended (it did not listen within 0.5 s).',
      ]);
    });

    it('ends its processes when it is killed itself', async () => {
      const other = await startChild(folder, environment);
      await until(async () => (await childrenOf(other)).length === 2);
      const children = await childrenOf(other);
      await other.stop();
      await until(() => !children.some(isThere));
    });

    it('adds the process to each log line, and a unique id to each request', async () => {
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

    it('reports once why it cannot start, and ends', async () => {
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
