import cluster, {type Worker} from 'node:cluster';
import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import {endAfter, reloadOnSignal, type RunningService} from './running-service.js';
import type {Settings} from './settings/settings.js';

/** Environment variable that tells a worker process how many processes share the work. */
const SIBLINGS = 'SEALED_CAPTURE_SIBLINGS';
/** Pauses before a process that has ended is started again: the first, and the longest. */
const RESTART_MS = 1_000;
const LONGEST_RESTART_MS = 60_000;
/** A process that ran for so long is started again after the first pause. */
const STEADY_MS = 60_000;
/** How long the first process may take to listen. */
const START_MS = 120_000;

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

/** How a process has ended: in words for the operator, and its exit status, where it had one. */
export interface ProcessEnd {
  pid?: number;
  why: string;
  status?: number;
}

/**
 * Runs this command again in several processes, which share one address and one store. One that ends is started again,
 * after a pause that doubles while they do not last. Resolves once they listen, or have
 * tried to.
 *
 * @param onEnd one has ended by itself, and is started again after so many milliseconds
 * @throws {ProcessEnded} where the first cannot start
 */
export async function startProcesses(
  count: number,
  onEnd: (end: ProcessEnd, pause: number) => void,
): Promise<RunningService> {
  const closing = new AbortController();
  const {signal} = closing;
  const start = (): Started => {
    const worker = cluster.fork({[SIBLINGS]: String(count)});
    return {worker, ended: endOf(worker), since: Date.now()};
  };
  const keepRunning = async (started: Started): Promise<void> => {
    let pause = RESTART_MS;
    for (;;) {
      const end = await started.ended;
      if (signal.aborted) return;
      if (Date.now() - started.since >= STEADY_MS) pause = RESTART_MS;
      onEnd(end, pause);
      await sleep(pause, undefined, {signal}).catch(() => undefined);
      if (signal.aborted) return;
      pause = Math.min(pause * 2, LONGEST_RESTART_MS);
      started = start();
    }
  };
  // The first alone, so that keys and certificates are made once, and what is wrong is told once.
  const first = start();
  const address = await addressOf(first);
  const others = Array.from({length: count - 1}, start);
  const running = [first, ...others].map(keepRunning);
  // One that ends instead is started again, while the first answers.
  await Promise.all(others.map((one) => addressOf(one).catch(() => undefined)));
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

interface Started {
  worker: Worker;
  ended: Promise<ProcessEnd>;
  since: number;
}

/** Also of a process that could not be started at all, or is not to be reached any more and so is ended. Never rejects. */
const endOf = (worker: Worker): Promise<ProcessEnd> =>
  new Promise((resolve) => {
    const {pid} = worker.process;
    worker.on('error', (error) => {
      worker.process.kill('SIGKILL');
      resolve({pid, why: error.message});
    });
    worker.once('exit', (code: number | null, signal: string | null) =>
      resolve({pid, why: signal ?? `status ${code}`, status: code ?? undefined}),
    );
  });

/** Where a process listens, once it does. @throws {ProcessEnded} also where that takes too long */
async function addressOf({worker, ended}: Started): Promise<string> {
  const stop = new AbortController();
  try {
    return await Promise.race([
      once(worker, 'message', stop).then(([address]) => String(address)),
      ended.then(({status}) => Promise.reject(new ProcessEnded(status ?? 1))),
      sleep(START_MS, undefined, stop).then(() => {
        worker.process.kill('SIGKILL');
        return Promise.reject(new ProcessEnded(1));
      }),
    ]);
  } finally {
    stop.abort();
  }
}

/** True in a process that {@link startProcesses} has started. */
export const isOneOfSeveral = (): boolean =>
  cluster.isWorker && process.env[SIBLINGS] !== undefined;

/**
 * Divides the operator's limits among the processes. Requests per minute are not divided, because one client's connection
 * may stay with one process.
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

/** Starts a service, tells the process that started this one where it listens, and closes on SIGTERM from it. */
export async function serveWithOthers(start: () => Promise<RunningService>): Promise<void> {
  const onStarted = reloadOnSignal();
  const service = await start().catch((error: unknown) => {
    // The channel to the others would keep this process, which cannot do its part.
    process.channel?.unref();
    throw error;
  });
  onStarted(service);
  // Ctrl-C reaches every process; only the one that started this one acts on it.
  process.on('SIGINT', () => undefined);
  const told = once(process, 'SIGTERM');
  // A second one must not end what is being answered.
  process.on('SIGTERM', () => undefined);
  process.send?.(service.address);
  await told;
  endAfter(service.close());
}
