import {execFileSync, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {freePort} from '../../../test/free-port.js';

/** A Redis or Valkey server for the test, on a free local port. */
export interface RedisServer {
  url: string;
  port: number;
  /** The data folder of a persistent server. */
  folder: string;
  process: ChildProcess;
  /** Ends it at once, with everything that it has in memory. */
  stop(): Promise<void>;
  /** Starts it again on the same port, empty unless it is persistent. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Stores that are required: tests fail without them instead of being skipped. */
const required = (process.env['REQUIRED_STORES'] ?? '').split(',');

const program = ['redis-server', 'valkey-server'].find((name) => {
  try {
    execFileSync(name, ['--version'], {stdio: 'ignore'});
    return true;
  } catch {
    return false;
  }
});

/** False if there is one; otherwise the reason for skipping its tests. */
export const noRedis = program ? false : 'neither redis-server nor valkey-server is installed';
if (!program && required.includes('redis')) throw new Error(`REQUIRED_STORES: ${noRedis}.`);

export async function startRedis(
  password?: string,
  {isPersistent = false, options = [] as string[]} = {},
): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-redis-'));
  const port = await freePort();
  const login = password === undefined ? '' : `:${password}@`;
  const server: RedisServer = {
    url: `redis://${login}127.0.0.1:${port}`,
    port,
    folder,
    process: undefined as never,
    async start() {
      const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
      if (isPersistent) args.push('--appendonly', 'yes', '--appendfsync', 'always');
      args.push(...options);
      if (password !== undefined) args.push('--requirepass', password);
      server.process = spawn(program ?? '', args, {stdio: 'ignore'});
      while (!(await listens(port))) {
        if (server.process.exitCode !== null) throw new Error('The Redis of the test has ended.');
        await sleep(20);
      }
    },
    async stop() {
      const {exitCode, signalCode} = server.process;
      if (exitCode !== null || signalCode !== null) return;
      const ended = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await ended;
    },
    async close() {
      await server.stop();
      await rm(folder, {recursive: true, force: true});
    },
  };
  await server.start();
  return server;
}

async function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
