import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {rmSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {freePort} from '../free-port.js';

const root = resolve(import.meta.dirname, '../..');

/** The demo as `npm start` serves it, with its own port and data folder and one thread. */
export interface Site {
  readonly address: string;
  readonly data: string;
  /** The lines that the service printed so far. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

async function printed(child: ChildProcess, log: string[], line: RegExp): Promise<void> {
  await new Promise<void>((found, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({input: stream}).on('line', (text) => {
        log.push(text);
        if (line.test(text)) found();
      });
    }
    child.once('exit', (code) => {
      failed(new Error(`The demo ended with ${code}:\n${log.join('\n')}`));
    });
  });
}

export async function startSite(environment: Record<string, string> = {}): Promise<Site> {
  const data = await mkdtemp(join(tmpdir(), 'sealed-capture-site-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['demo/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      SEALED_CAPTURE_DATA: data,
      SEALED_CAPTURE_THREADS: '1',
      // Tests open more pages in a minute than one network may.
      SEALED_CAPTURE_OPEN_REQUESTS_PER_MINUTE: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  const address = `http://localhost:${port}`;
  // A run that is given up ends this process before the site is closed.
  const endNow = () => {
    child.kill('SIGKILL');
    rmSync(data, {recursive: true, force: true, maxRetries: 3});
  };
  process.once('exit', endNow);
  const close = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    process.off('exit', endNow);
    await rm(data, {recursive: true, force: true});
  };
  try {
    await printed(child, log, new RegExp(address));
  } catch (error) {
    await close();
    throw error;
  }
  return {address, data, log, close};
}

let shared: Promise<Site> | undefined;

/**
 * The site that tests of this process use one after the other, because a start takes seconds of processor time. Its
 * captures are in each test's own browser context, which is a visitor of its own with files of its own. Closing it gives
 * it back; it ends with this process.
 */
export async function borrowSite(): Promise<Site> {
  shared ??= startSite();
  return {...(await shared), close: () => Promise.resolve()};
}
