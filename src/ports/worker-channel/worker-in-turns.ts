import {givenUp, SealedCaptureError, failureAs} from '@sealed-capture/seal/model/errors.js';
import {WorkerClient} from './worker-client.js';

/** A limit is counted in ticks, so that a suspended page loses one tick and not the whole limit. */
const STEPS = 6;

/**
 * Runs one job at a time, in a worker that ends when it is idle. A job may block the worker; one that is given up,
 * runs out of time or crashes ends the worker, and the next job gets another.
 */
export class WorkerInTurns<Calls extends object> {
  readonly #client: () => WorkerClient<Calls>;
  readonly #idleLimit: number;
  /** Settles when no job is running. */
  #last: Promise<unknown> = Promise.resolve();
  #worker?: WorkerClient<Calls>;
  #idle?: ReturnType<typeof setTimeout>;

  /**
   * @param idle milliseconds until an idle worker is ended; Infinity for never
   * @param unavailable message for the page's developer if the worker's script cannot be run
   */
  constructor(start: () => Worker, idle: number, unavailable?: () => string) {
    this.#client = () => new WorkerClient(start, {unavailable});
    this.#idleLimit = idle;
  }

  /**
   * Runs a job in its turn. Rejects with `aborted` at once when the signal is aborted, even if the job still waits,
   * otherwise with the job's error.
   */
  run<T>(signal: AbortSignal, job: (worker: WorkerClient<Calls>) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(givenUp());
      signal.addEventListener('abort', onAbort);
      this.#last = this.#last
        .then(() => this.#do(signal, job))
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  /** False for a worker that has ended or died. */
  isAlive(worker: WorkerClient<Calls>): boolean {
    return worker === this.#worker;
  }

  end(): void {
    this.#worker?.end();
    this.#worker = undefined;
  }

  /** Starts another worker for the current job, and ends the one before. */
  renew(): WorkerClient<Calls> {
    this.end();
    return this.#ready();
  }

  async #do<T>(signal: AbortSignal, job: (worker: WorkerClient<Calls>) => Promise<T>): Promise<T> {
    if (signal.aborted) throw givenUp();
    clearTimeout(this.#idle);
    try {
      return await job(this.#ready());
    } catch (thrown) {
      const error = failureAs('worker_unavailable', thrown);
      // Any other error may leave the worker busy or dead.
      if (error.code !== 'media_unsupported') this.end();
      throw error;
    } finally {
      if (this.#idleLimit < Infinity) this.#idle = setTimeout(() => this.end(), this.#idleLimit);
    }
  }

  #ready(): WorkerClient<Calls> {
    if (this.#worker) return this.#worker;
    const worker = (this.#worker = this.#client());
    worker.onDeath = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    return worker;
  }
}

/** Aborts work that takes longer than `limit` milliseconds, and rejects with `timeout`. */
export async function inTime<T>(
  limit: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  let steps = 0;
  const timer = setInterval(() => {
    if (++steps === STEPS) late.abort();
  }, limit / STEPS);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } catch (cause) {
    if (signal.aborted || !late.signal.aborted) throw cause;
    throw new SealedCaptureError('timeout', 'This file takes too long.', {cause});
  } finally {
    clearInterval(timer);
  }
}
