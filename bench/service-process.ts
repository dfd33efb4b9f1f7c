import {execFile, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {isQuick} from './quick.js';
import {root} from './root.js';
import {freePort} from '../test/free-port.js';

/** The data that the probe in the service's process reports. */
export interface Vitals {
  /** Milliseconds, including the sampling interval of 10. */
  delayP99: number;
  /** In bytes. */
  peakMemory: number;
  memory: number;
  /** Processor time of all threads since the start, in milliseconds. */
  processorTime: number;
}

/** The real service, started with its command in a separate process, with its own data folder. */
export interface ServiceProcess {
  readonly origin: string;
  readonly port: number;
  /** A key of the sandbox. */
  readonly apiKey: string;
  readonly dataFolder: string;
  /** Undefined after it was killed. */
  readonly pid: number | undefined;
  vitals(question?: 'reset'): Promise<Vitals>;
  /** Creates another key of the sandbox. */
  createKey(): Promise<string>;
  /** Ends it at once, as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again after {@link kill}, on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const command = resolve(root, 'service/dist/cli.js');
const probe = pathToFileURL(resolve(import.meta.dirname, 'service-probe.mjs')).href;

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

export async function startService(
  environment: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
): Promise<ServiceProcess> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sealed-capture-bench-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    SEALED_CAPTURE_DATA: dataFolder,
    // The bench is a single client that sends more requests than a client may.
    SEALED_CAPTURE_REQUESTS_PER_MINUTE: '0',
    ...environment,
  };
  const createKey = async (): Promise<string> => {
    const create = ['keys', 'create', '--environment', 'sandbox', '--json'];
    const {stdout} = await promisify(execFile)(process.execPath, [command, ...create], {env});
    return (JSON.parse(stdout) as {key: string}).key;
  };
  const apiKey = await createKey();

  let service: ChildProcess;
  const isRunning = () => service.exitCode === null && service.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    process.off('exit', onExit);
    if (!isRunning()) return;
    const ended = once(service, 'exit');
    service.kill(signal);
    await ended;
  };
  // An aborted run leaves neither process nor files behind.
  const onExit = () => {
    service.kill('SIGKILL');
    rmSync(dataFolder, {recursive: true, force: true, maxRetries: 3});
  };
  const start = async () => {
    service = spawn(process.execPath, ['--import', probe, ...nodeOptions, command, 'serve'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    process.once('exit', onExit);
    while (!(await answers(`${origin}/healthz`))) {
      if (!isRunning()) throw new Error(`The service ended with ${service.exitCode}.`);
      await new Promise((resume) => setTimeout(resume, 50));
    }
  };
  await start();
  return {
    origin,
    port,
    apiKey,
    dataFolder,
    get pid() {
      return isRunning() ? service.pid : undefined;
    },
    async vitals(question) {
      const answer = once(service, 'message');
      service.send(question ?? 'report');
      return ((await answer) as [Vitals])[0];
    },
    createKey,
    kill: () => end('SIGKILL'),
    restart: start,
    async close() {
      await end('SIGTERM');
      await rm(dataFolder, {recursive: true, force: true});
    },
  };
}

let shared: Promise<ServiceProcess> | undefined;

/**
 * A service with the settings above. In a quick run, all groups share one, since its start is the costly part; it ends
 * with this process.
 */
export async function borrowService(): Promise<ServiceProcess> {
  if (!isQuick) return startService();
  shared ??= startService();
  return {...(await shared), close: () => Promise.resolve()};
}
