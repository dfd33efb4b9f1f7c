import type {MessagePort} from 'node:worker_threads';
import {Piscina} from 'piscina';
import type {
  EngineJob,
  EngineTask,
  EngineWorkerData,
  JobOutcome,
  SealJob,
  TaskAnswer,
  TaskStart,
  ThreadJob,
  TrustNow,
} from './engine-jobs.js';
import {FairQueue, type Waiting} from './fair-queue.js';
import {threadScript} from '../files/thread-script.js';
import {JobClock} from './job-clock.js';
import {SigningForThread} from './signing-port.js';
import {overloaded} from '../http/problems.js';
import type {Metrics} from '../metrics/metrics.js';

/** Thrown if a thread failed because of the file; the thread was ended and replaced. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  readonly reason: 'timeout' | 'crash';

  /** True if the engine had worked on other files before, one of which may have caused the failure. */
  readonly isDoubtful: boolean;

  constructor(reason: 'timeout' | 'crash', isDoubtful: boolean, options?: ErrorOptions) {
    super(reason === 'timeout' ? 'The file took too long.' : 'The engine failed.', options);
    this.reason = reason;
    this.isDoubtful = isDoubtful;
  }
}

/**
 * Priority of threads below the event loop when all cores are busy: the loop does little for each request, but all
 * requests wait for it. Only Linux has priorities per thread.
 */
const NICENESS = process.platform === 'linux' ? 5 : 0;

type Threads = Piscina<EngineTask, TaskAnswer>;

/** Milliseconds until a thread must have started on a job, which includes the thread's own start. */
const START_LIMIT_MS = 60_000;

export interface EnginePoolOptions {
  threads: number;
  /** Number of jobs that may wait for a thread. */
  queueLength: number;
  /** Milliseconds that a thread may work on one job. */
  jobTimeout: number;
  workerData: EngineWorkerData;
  /** Called for each job. */
  trust: TrustNow;
  metrics?: Metrics;
}

/**
 * Runs the engine in worker threads, so that no file can block or crash the service, or affect the result of
 * another. A thread that takes too long or whose engine traps is ended and replaced.
 */
export class EnginePool {
  readonly #threads: Threads;
  readonly #options: EnginePoolOptions;
  /** Jobs that wait for a thread. The wait does not count towards a job's time limit. */
  readonly #queue: FairQueue;
  /** Callbacks for the start of a task, by its id. */
  readonly #onStart = new Map<number, (start: TaskStart) => void>();
  #lastId = 0;
  #isClosing = false;

  private constructor(options: EnginePoolOptions) {
    this.#options = options;
    this.#queue = new FairQueue(options.threads, options.queueLength);
    this.#threads = this.#newThreads(options.threads);
    this.#threads.on('workerDestroy', () => {
      if (!this.#isClosing) options.metrics?.count('sealed_capture_threads_replaced', {});
    });
  }

  #newThreads(count: number): Threads {
    const threads: Threads = new Piscina({
      ...threadScript(import.meta.url, 'engine-worker'),
      minThreads: count,
      maxThreads: count,
      idleTimeout: Infinity,
      // Sealing is asynchronous within a job. Waiting on atomics would block its promises.
      atomics: 'disabled',
      workerData: this.#options.workerData,
      recordTiming: false,
      niceIncrement: NICENESS,
    });
    // A thread that dies between jobs was already replaced; the event must not end the process.
    threads.on('error', () => {});
    threads.on('message', (start: TaskStart) => this.#onStart.get(start.id)?.(start));
    return threads;
  }

  /** Starts a pool and resolves once its threads have their engine ready. */
  static async start(options: EnginePoolOptions): Promise<EnginePool> {
    const pool = new EnginePool(options);
    try {
      const trust = options.trust('sandbox');
      const warmUp: EngineTask = {id: 0, job: {name: 'warm-up', environment: 'sandbox'}, trust};
      const warmUps = Array.from({length: options.threads}, () => pool.#threads.run(warmUp));
      for (const answer of await Promise.all(warmUps)) {
        if (answer.name === 'error') throw answer.error;
      }
    } catch (error) {
      await pool.close();
      throw error;
    }
    return pool;
  }

  /** Number of jobs that wait for a thread. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Number of jobs that run. */
  get busy(): number {
    return this.#queue.running;
  }

  get threads(): number {
    return this.#options.threads;
  }

  /**
   * Runs a job. If it fails in a thread that had worked on other files before, it is run once more in a fresh
   * thread, so that harm by another file does not affect this one.
   *
   * @param signal gives up a job that still waits; a running one is left to end
   * @param key id of the API key that the engine's time is charged to
   * @throws {ProblemError} 503 if too many jobs wait, or no thread starts
   * @throws {JobFailed} if the file exceeds the limits of time or memory; other errors are not the file's
   */
  async run(job: EngineJob, signal: AbortSignal, key = ''): Promise<JobOutcome> {
    const owner = {key, environment: job.environment};
    const came = performance.now();
    const signsElsewhere = 'sealer' in job && job.sealer.identity.signer.isElsewhere;
    await this.#turn({owner, signsElsewhere}, signal);
    const start = performance.now();
    const {environment} = owner;
    const wait = (start - came) / 1000;
    this.#options.metrics?.record('sealed_capture_queue_wait_seconds', wait, {environment});
    try {
      return await this.#runIn(this.#threads, job);
    } catch (error) {
      if (!(error instanceof JobFailed && error.isDoubtful)) throw error;
      signal.throwIfAborted();
      return await this.#runAlone(job);
    } finally {
      this.#queue.end({owner, signsElsewhere}, performance.now() - start);
    }
  }

  async #runAlone(job: EngineJob): Promise<JobOutcome> {
    const thread = this.#newThreads(1);
    try {
      return await this.#runIn(thread, job);
    } finally {
      await thread.destroy();
    }
  }

  /** Ends the threads. Running jobs are lost, so stop accepting requests first. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#threads.destroy();
  }

  /**
   * Runs a job with its time limit, which begins when a thread starts on it: after a failure, a new thread has to
   * start first.
   */
  async #runIn(threads: Threads, job: EngineJob): Promise<JobOutcome> {
    const id = ++this.#lastId;
    const trust = this.#options.trust(job.environment);
    const limit = new AbortController();
    const clock = new JobClock(() => limit.abort());
    clock.start(START_LIMIT_MS);
    let started: TaskStart | undefined;
    this.#onStart.set(id, (start) => {
      started = start;
      clock.start('timeLimit' in job ? job.timeLimit : this.#options.jobTimeout);
    });
    const signing =
      'sealer' in job
        ? new SigningForThread(job.sealer.signer, (isWaiting) =>
            isWaiting ? clock.pause() : clock.resume(),
          )
        : undefined;
    const task: EngineTask = {id, job: inThread(job, signing?.port), trust};
    const transferList = signing ? [signing.port] : [];
    const answer = await threads
      .run(task, {signal: limit.signal, transferList})
      .catch((cause: unknown) => {
        // The result says nothing about the file: all threads are being ended, or no thread got it.
        if (this.#isClosing) throw cause;
        const isLate = limit.signal.aborted;
        if (isLate && !started)
          throw overloaded('No thread is free. Try again in a moment.', cause);
        if (!isLate && cause instanceof DOMException) throw cause;
        throw new JobFailed(isLate ? 'timeout' : 'crash', started?.isUsed ?? true, {cause});
      })
      .finally(() => {
        clock.stop();
        signing?.close();
        this.#onStart.delete(id);
      });
    // The signing error counts, whatever the thread has made of it.
    if (signing?.failure) throw signing.failure;
    if (answer.name === 'error') throw answer.error;
    return answer;
  }

  /** Resolves once a thread is free for this job. */
  async #turn(job: Pick<Waiting, 'owner' | 'signsElsewhere'>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const refuse = () => {
        signal.removeEventListener('abort', giveUp);
        reject(overloaded('The service has as much to do as it can. Try again in a moment.'));
      };
      const waiting: Waiting = {
        ...job,
        start: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
        giveWay: refuse,
      };
      const giveUp = () => {
        this.#queue.remove(waiting);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, {once: true});
      if (!this.#queue.add(waiting)) refuse();
    });
  }
}

/** The part of a job that a thread may know: no key. */
function inThread(job: EngineJob, port: MessagePort | undefined): ThreadJob {
  if (!('sealer' in job) || !port) return job as Exclude<EngineJob, SealJob>;
  const {sealer, ...rest} = job;
  const {signer, timeStamp, ocspAnswer} = sealer.identity;
  const {certificateChain, algorithm} = signer;
  const identity = {
    certificateChain,
    algorithm,
    timestampedBy: timeStamp?.certificateChain[0],
    ocspAnswer,
  };
  return {...rest, identity, port};
}
