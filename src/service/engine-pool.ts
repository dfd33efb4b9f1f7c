import {fileURLToPath} from 'node:url';
import {Piscina} from 'piscina';
import type {EngineJob, EngineWorkerData, JobOutcome} from './engine-jobs.js';
import {overloaded} from './problems.js';

/** A file that a thread could not deal with; the thread was ended and replaced. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  readonly reason: 'timeout' | 'crash';

  constructor(reason: 'timeout' | 'crash', options?: ErrorOptions) {
    super(reason === 'timeout' ? 'The file took too long.' : 'The engine failed.', options);
    this.reason = reason;
  }
}

export interface EnginePoolOptions {
  threads: number;
  /** Jobs that may wait for a thread. */
  queueLength: number;
  /** How long a thread may work on one job, in milliseconds. */
  jobTimeout: number;
  workerData: EngineWorkerData;
}

/** Beside this file, in the form that this process runs: compiled, or TypeScript under a loader. */
const workerFile = fileURLToPath(
  new URL(import.meta.url.replace(/engine-pool(\.\w+)(?:\?.*)?$/, 'engine-worker$1')),
);

/** Compiled, a thread needs nothing; from TypeScript sources it needs the loader that this thread has. */
function threadArguments(): string[] | undefined {
  if (!workerFile.endsWith('.ts')) return undefined;
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return [
    ...process.execArgv,
    '--import',
    `data:text/javascript,import {register} from ${loader}; register();`,
  ];
}

/**
 * Runs the engine in threads of its own, so that no file can hold up the service or take it down. A thread
 * that takes too long or whose engine traps is ended and replaced.
 */
export class EnginePool {
  readonly #threads: Piscina<EngineJob, JobOutcome>;
  readonly #options: EnginePoolOptions;
  /** Jobs that wait for a thread, first come first served. Waiting takes nothing off a job's own time. */
  readonly #waiting = new Set<() => void>();
  #busy = 0;

  private constructor(options: EnginePoolOptions) {
    this.#options = options;
    this.#threads = new Piscina({
      filename: workerFile,
      minThreads: options.threads,
      maxThreads: options.threads,
      idleTimeout: Infinity,
      // Sealing awaits within a job; waiting on atomics would keep its promises from settling.
      atomics: 'disabled',
      execArgv: threadArguments(),
      workerData: options.workerData,
      recordTiming: false,
    });
    // A thread that dies between jobs has been replaced already; the event must not end the process.
    this.#threads.on('error', () => {});
  }

  /** A pool whose threads have their engine ready. */
  static async start(options: EnginePoolOptions): Promise<EnginePool> {
    const pool = new EnginePool(options);
    try {
      const warmUps = Array.from({length: options.threads}, () =>
        pool.#threads.run({name: 'warm-up'}),
      );
      await Promise.all(warmUps);
    } catch (error) {
      await pool.close();
      throw error;
    }
    return pool;
  }

  /** Jobs that wait for a thread now. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * @param signal gives up a job that still waits; one that runs is left to end
   * @throws {ProblemError} 503 where too many wait
   * @throws {JobFailed} where the file is beyond the limits of time or memory
   */
  async run(job: EngineJob, transfer: ArrayBuffer[], signal: AbortSignal): Promise<JobOutcome> {
    await this.#turn(signal);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#options.jobTimeout);
    try {
      return await this.#threads.run(job, {transferList: transfer, signal: limit.signal});
    } catch (error) {
      throw new JobFailed(limit.signal.aborted ? 'timeout' : 'crash', {cause: error});
    } finally {
      clearTimeout(timer);
      this.#busy--;
      const [next] = this.#waiting;
      next?.();
    }
  }

  /** Ends the threads. Jobs that run are lost, so stop taking requests first. */
  async close(): Promise<void> {
    await this.#threads.destroy();
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#busy < this.#options.threads) {
      this.#busy++;
      return;
    }
    if (this.#waiting.size >= this.#options.queueLength) {
      throw overloaded('The service has as much to do as it can. Try again in a moment.');
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(enter);
        signal.removeEventListener('abort', giveUp);
      };
      const enter = () => {
        leave();
        this.#busy++;
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(signal.reason as Error);
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', giveUp);
    });
  }
}
