import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {root} from './root.js';
import {freePort} from '../free-port.js';

/** What the probe in the service's process tells. */
export interface Vitals {
  /** Milliseconds, with the sampling interval of 10 in them. */
  delayP99: number;
  /** Bytes. */
  peakMemory: number;
  memory: number;
}

/** The real service as its command starts it, in a process and with a data folder of its own. */
export interface ServiceProcess {
  readonly origin: string;
  readonly port: number;
  /** Of the sandbox. */
  readonly apiKey: string;
  readonly dataFolder: string;
  vitals(question?: 'reset'): Promise<Vitals>;
  close(): Promise<void>;
}

const command = resolve(root, 'dist/service/cli/cli.js');
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
): Promise<ServiceProcess> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sealed-capture-bench-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    SEALED_CAPTURE_DATA: dataFolder,
    // The bench is one client that asks more than any client may.
    SEALED_CAPTURE_REQUESTS_PER_MINUTE: '0',
    ...environment,
  };
  const create = ['keys', 'create', '--environment', 'sandbox', '--json'];
  const {stdout} = await promisify(execFile)(process.execPath, [command, ...create], {env});
  const {key} = JSON.parse(stdout) as {key: string};

  const service = spawn(process.execPath, ['--import', probe, command, 'serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  while (!(await answers(`${origin}/healthz`))) {
    if (service.exitCode !== null) throw new Error(`The service ended with ${service.exitCode}.`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return {
    origin,
    port,
    apiKey: key,
    dataFolder,
    async vitals(question) {
      const answer = once(service, 'message');
      service.send(question ?? 'report');
      return ((await answer) as [Vitals])[0];
    },
    async close() {
      if (service.exitCode === null) {
        service.kill('SIGTERM');
        await once(service, 'exit');
      }
      await rm(dataFolder, {recursive: true, force: true});
    },
  };
}
