import cluster, {type Worker} from 'node:cluster';
import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import {endAfter, reloadOnSignal, type RunningService} from './running-service.js';
import type {Settings} from './settings/settings.js';

/** Variable of a process that was started here: how many share the work. */
const SIBLINGS = 'SEALED_CAPTURE_SIBLINGS';
/** Pauses before a process that has ended is started again: the first, and the longest. */
const RESTART_MS = 1_000;
const LONGEST_RESTART_MS = 60_000;

/** A process ended before it listened; it has said why itself. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
  /** Its exit status. */
  readonly status: number;

  constructor(status: number) {
    super(`A process of the service ended with ${status} while it started.`);
    this.status = status;
  }
}

/**
 * Runs this command again in several processes, which share one address and one store. One that ends is started again,
 * after a pause that doubles while it fails to start.
 *
 * @param onEnd one has ended by itself, and is started again after so many milliseconds
 * @throws {ProcessEnded} where one of them cannot start
 */
export async function startProcesses(
  count: number,
  onEnd: (pause: number) => void,
): Promise<RunningService> {
  const closing = new AbortController();
  const {signal} = closing;
  const start = (): Worker => cluster.fork({[SIBLINGS]: String(count)});
  const keepRunning = async (worker: Worker): Promise<void> => {
    let pause = RESTART_MS;
    for (;;) {
      worker.once('listening', () => (pause = RESTART_MS));
      await once(worker, 'exit');
      if (signal.aborted) return;
      onEnd(pause);
      await sleep(pause, undefined, {signal}).catch(() => undefined);
      if (signal.aborted) return;
      pause = Math.min(pause * 2, LONGEST_RESTART_MS);
      worker = start();
    }
  };
  // The first alone, so that keys and certificates are made once, and what is wrong is told once.
  const first = start();
  const address = await addressOf(first);
  const workers = [first, ...Array.from({length: count - 1}, start)];
  await Promise.all(workers.slice(1).map(addressOf));
  const running = workers.map(keepRunning);
  return {
    address,
    reload() {
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGHUP');
      return Promise.resolve();
    },
    async close() {
      closing.abort();
      // One that is still starting has nothing to answer, and ends at once.
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
      await Promise.all(running);
    },
  };
}

/** Where a process listens, once it does. */
const addressOf = (worker: Worker): Promise<string> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('exit', (code: number | null) => reject(new ProcessEnded(code ?? 1)));
  });

/** True in a process that {@link startProcesses} has started. */
export const isOneOfSeveral = (): boolean =>
  cluster.isWorker && process.env[SIBLINGS] !== undefined;

/**
 * One process's part of what the operator gave for all. Requests per minute are not shared out: a client whose
 * connection stays at one process would have a part of them alone.
 */
export function shareOf(settings: Settings): Settings {
  const part = (whole: number) => Math.ceil(whole / Number(process.env[SIBLINGS]));
  return {
    ...settings,
    threads: part(settings.threads),
    queueLength: part(settings.queueLength),
    bodyMemory: part(settings.bodyMemory),
    timestampsPerMinute: part(settings.timestampsPerMinute),
  };
}

/** Starts a service, tells the process that started this one where it listens, and closes when that one says so. */
export async function serveWithOthers(start: () => Promise<RunningService>): Promise<void> {
  const onStarted = reloadOnSignal();
  const service = await start().catch((error: unknown) => {
    // The channel to the others would keep this process, which cannot do its part.
    process.channel?.unref();
    throw error;
  });
  onStarted(service);
  // A terminal sends it to all of them; the one that started this one says what follows.
  process.on('SIGINT', () => undefined);
  const told = once(process, 'SIGTERM');
  // A second one must not end what is being answered.
  process.on('SIGTERM', () => undefined);
  process.send?.(service.address);
  await told;
  endAfter(service.close());
}
