import {Piscina} from 'piscina';
import type {
  EngineJob,
  EngineTask,
  EngineWorkerData,
  JobResult,
  TaskAnswer,
} from './engine-jobs.js';
import {threadScript} from '../files/thread-script.js';
import {overloaded} from '../http/problems.js';

/** A file that a thread could not deal with, through the file's own fault; the thread was ended and replaced. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  readonly reason: 'timeout' | 'crash';

  constructor(reason: 'timeout' | 'crash', options?: ErrorOptions) {
    super(reason === 'timeout' ? 'The file took too long.' : 'The engine failed.', options);
    this.reason = reason;
  }
}

/**
 * How far threads stand behind the event loop where all cores are busy: it has little to do for each request, and
 * all requests wait for it. Only on Linux has each thread a priority of its own.
 */
const NICENESS = process.platform === 'linux' ? 5 : 0;

/** How long a thread may take to start on a job that was given to it, which covers its own start. */
const START_LIMIT_MS = 60_000;

export interface EnginePoolOptions {
  threads: number;
  /** Jobs that may wait for a thread. */
  queueLength: number;
  /** How long a thread may work on one job, in milliseconds. */
  jobTimeout: number;
  workerData: EngineWorkerData;
}

/**
 * Runs the engine in threads of its own, so that no file can hold up the service or take it down. A thread
 * that takes too long or whose engine traps is ended and replaced.
 */
export class EnginePool {
  readonly #threads: Piscina<EngineTask, TaskAnswer>;
  readonly #options: EnginePoolOptions;
  /** Jobs that wait for a thread, first come first served. Waiting takes nothing off a job's own time. */
  readonly #waiting = new Set<() => void>();
  /** What to do when a thread starts on the task with this id. */
  readonly #onStart = new Map<number, () => void>();
  #lastId = 0;
  #busy = 0;
  #isClosing = false;

  private constructor(options: EnginePoolOptions) {
    this.#options = options;
    this.#threads = new Piscina({
      ...threadScript(import.meta.url, 'engine-worker'),
      minThreads: options.threads,
      maxThreads: options.threads,
      idleTimeout: Infinity,
      // Sealing awaits within a job; waiting on atomics would keep its promises from settling.
      atomics: 'disabled',
      workerData: options.workerData,
      recordTiming: false,
      niceIncrement: NICENESS,
    });
    // A thread that dies between jobs has been replaced already; the event must not end the process.
    this.#threads.on('error', () => {});
    this.#threads.on('message', (id: number) => this.#onStart.get(id)?.());
  }

  /** A pool whose threads have their engine ready. */
  static async start(options: EnginePoolOptions): Promise<EnginePool> {
    const pool = new EnginePool(options);
    try {
      const warmUp: EngineTask = {id: 0, job: {name: 'warm-up', environment: 'sandbox'}};
      const warmUps = Array.from({length: options.threads}, () => pool.#threads.run(warmUp));
      for (const answer of await Promise.all(warmUps)) {
        if ('error' in answer) throw answer.error;
      }
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
   * @throws {JobFailed} where the file is beyond the limits of time or memory; any other error is not the file's
   */
  async run(job: EngineJob, signal: AbortSignal): Promise<JobResult> {
    await this.#turn(signal);
    try {
      const answer = await this.#runInThread(job);
      if ('error' in answer) throw answer.error;
      return answer;
    } finally {
      this.#busy--;
      const [next] = this.#waiting;
      next?.();
    }
  }

  /** Ends the threads. Jobs that run are lost, so stop taking requests first. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#threads.destroy();
  }

  /** A job's time begins when a thread starts on it: after a failure, its replacement has to start first. */
  async #runInThread(job: EngineJob): Promise<TaskAnswer> {
    const id = ++this.#lastId;
    const limit = new AbortController();
    let timer = setTimeout(() => limit.abort(), START_LIMIT_MS);
    let hasStarted = false;
    this.#onStart.set(id, () => {
      hasStarted = true;
      clearTimeout(timer);
      timer = setTimeout(() => limit.abort(), this.#options.jobTimeout);
    });
    const transferList = 'buffer' in job ? [job.buffer] : [];
    try {
      return await this.#threads.run({id, job}, {transferList, signal: limit.signal});
    } catch (error) {
      if (limit.signal.aborted) {
        if (!hasStarted) throw new Error('No thread has started on the job.', {cause: error});
        throw new JobFailed('timeout', {cause: error});
      }
      // Nothing was found out about the file: all threads are being ended, or it never got to one.
      if (this.#isClosing || error instanceof DOMException) throw error;
      throw new JobFailed('crash', {cause: error});
    } finally {
      clearTimeout(timer);
      this.#onStart.delete(id);
    }
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
