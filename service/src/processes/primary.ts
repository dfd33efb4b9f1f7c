import cluster, {type Worker} from 'node:cluster';
import {setTimeout as sleep} from 'node:timers/promises';
import type {RunningService} from '../running-service.js';
import {Relay} from './relay.js';
import {PROCESS_NUMBER, SIBLINGS} from './siblings.js';

/** Times in milliseconds. */
export interface ProcessTimes {
  /** Pause before a process that has ended is restarted. It doubles up to `longestPause`. */
  pause: number;
  longestPause: number;
  /** A process that has listened for this long is restarted after the first pause. */
  steady: number;
  /** Longest time until a process listens. */
  start: number;
}

const TIMES: ProcessTimes = {
  pause: 1_000,
  longestPause: 60_000,
  steady: 60_000,
  start: 120_000,
};

/** How a process has ended: a sentence for the operator, and the exit status if there is one. */
export interface ProcessEnd {
  pid?: number;
  why: string;
  status?: number;
  /** How long it had listened, in milliseconds. */
  uptime: number;
}

/** The first process ended before it listened. If it has an exit status, it has reported the reason itself. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
  readonly status: number | undefined;

  constructor({why, status}: ProcessEnd) {
    super(`The service could not start: its first process ended (${why}).`);
    this.status = status;
  }
}

/**
 * Runs this command in several processes, which share one address and one store. A process that ends is restarted,
 * after a pause that doubles while processes do not last. Resolves once all listen or have failed to.
 *
 * @param onEnd called when one has ended by itself, with the milliseconds until it is restarted
 * @throws {ProcessEnded} if the first cannot start
 */
export async function startProcesses(
  count: number,
  onEnd: (end: ProcessEnd, pause: number) => void,
  times = TIMES,
): Promise<RunningService> {
  const closing = new AbortController();
  const {signal} = closing;
  const relay = new Relay();
  const start = (number: number) => startOne({number, count}, times.start, relay);
  const keepRunning = async (first: Started, index: number): Promise<void> => {
    let started = first;
    let pause = times.pause;
    for (;;) {
      const end = await started.ended;
      if (signal.aborted) return;
      if (end.uptime >= times.steady) pause = times.pause;
      onEnd(end, pause);
      await sleep(pause, undefined, {signal}).catch(() => undefined);
      if (signal.aborted) return;
      pause = Math.min(pause * 2, times.longestPause);
      started = start(index + 1);
    }
  };
  // The first starts alone, so that keys and certificates are made once, and a fault is reported once.
  const first = start(1);
  const addresses = await addressesOf(first);
  const others = Array.from({length: count - 1}, (_, index) => start(index + 2));
  const running = [first, ...others].map(keepRunning);
  // A process that ends instead is restarted while the first one answers.
  await Promise.all(others.map((one) => addressesOf(one).catch(() => undefined)));
  return {
    ...addresses,
    reload() {
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGHUP');
      return Promise.resolve();
    },
    async close() {
      closing.abort();
      // A process that is still starting has nothing to answer, and ends at once.
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
      await Promise.all(running);
    },
  };
}

/** What a process reports to the primary once it listens. */
export type Addresses = Pick<RunningService, 'address' | 'adminAddress'>;

interface Started {
  /** Resolves once the process listens; undefined if it could not be started. */
  listening?: Promise<Addresses>;
  /** Resolves when the process has ended; never rejects. */
  ended: Promise<ProcessEnd>;
}

function startOne(
  {number, count}: {number: number; count: number},
  limit: number,
  relay: Relay,
): Started {
  try {
    const worker = cluster.fork({
      [SIBLINGS]: String(count),
      [PROCESS_NUMBER]: String(number),
    });
    const listening = new Promise<Addresses>((resolve) => {
      worker.once('message', (addresses: Addresses) => {
        resolve(addresses);
        const {onMessage, leave} = relay.join(number, (message) => {
          // A process that is ending accepts no messages; its end is reported separately.
          if (worker.isConnected()) worker.send(message, () => undefined);
        });
        worker.on('message', onMessage).once('exit', leave);
      });
    });
    return {listening, ended: endOf(worker, listening, limit)};
  } catch (error) {
    // Node emits the usual reasons why a process cannot be started, and throws others, such as a lack of memory.
    const why = error instanceof Error ? error.message : String(error);
    return {ended: Promise.resolve({why, uptime: 0})};
  }
}

/** Ends the process if it cannot be reached, or does not listen in time. */
const endOf = (worker: Worker, addresses: Promise<Addresses>, limit: number): Promise<ProcessEnd> =>
  new Promise((resolve) => {
    const {pid} = worker.process;
    let listening: number | undefined;
    const end = (why: string, status?: number) => {
      clearTimeout(timer);
      const uptime = listening === undefined ? 0 : performance.now() - listening;
      resolve({pid, why, status, uptime});
    };
    const kill = (why: string) => {
      worker.process.kill('SIGKILL');
      end(why);
    };
    const timer = setTimeout(kill, limit, `it did not listen within ${limit / 1000} s`);
    void addresses.then(() => {
      clearTimeout(timer);
      listening = performance.now();
    });
    worker.on('error', ({message}) => kill(message));
    worker.once('exit', (code: number | null, signal: string | null) =>
      end(signal ?? `status ${code}`, code ?? undefined),
    );
  });

/**
 * The addresses of a process, once it listens.
 * @throws {ProcessEnded}
 */
const addressesOf = ({listening, ended}: Started): Promise<Addresses> =>
  new Promise((resolve, reject) => {
    void listening?.then(resolve);
    void ended.then((end) => reject(new ProcessEnded(end)));
  });
