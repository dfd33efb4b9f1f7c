import {givenUp, SealedCaptureError, failureAs} from '../../model/errors.js';
import {WorkerClient} from './worker-client.js';

/** A limit is counted in steps: a page that slept through it, and its worker with it, has used up one. */
const STEPS = 6;

/** One worker, with its calls. */
export class EndableWorker<Calls> extends WorkerClient<Calls> {
  readonly end: () => void;

  constructor(start: () => Worker, unavailable?: () => string) {
    let worker: Worker | undefined;
    super(() => (worker = start()), unavailable && {unavailable});
    this.end = () => worker?.terminate();
  }
}

/**
 * One job at a time, in a worker that ends when nobody needs it. A job may block it: who gives up, runs out of time or
 * crashes it ends the worker, and the next job has another one.
 */
export class WorkerInTurns<Calls> {
  readonly #start: () => Worker;
  readonly #idleLimit: number;
  readonly #unavailable?: () => string;
  /** Settles when no job is being done. */
  #last: Promise<unknown> = Promise.resolve();
  #worker?: EndableWorker<Calls>;
  #idle?: ReturnType<typeof setTimeout>;

  /**
   * @param idle milliseconds after which a worker that has nothing to do is ended; Infinity keeps it
   * @param unavailable message for the page's developer if the worker's script cannot be run
   */
  constructor(start: () => Worker, idle: number, unavailable?: () => string) {
    this.#start = start;
    this.#idleLimit = idle;
    this.#unavailable = unavailable;
  }

  /** Rejects with `aborted` at once, however long the job's turn is in coming, else with what the job rejects with. */
  run<T>(signal: AbortSignal, job: (worker: EndableWorker<Calls>) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(givenUp());
      signal.addEventListener('abort', onAbort, {once: true});
      this.#last = this.#last
        .then(() => this.#do(signal, job))
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  /** False for one that has ended or died. */
  isAlive(worker: EndableWorker<Calls>): boolean {
    return worker === this.#worker;
  }

  end(): void {
    this.#worker?.end();
    this.#worker = undefined;
  }

  /** Another worker for the job that has its turn; the one before is ended. */
  renew(): EndableWorker<Calls> {
    this.end();
    return this.#ready();
  }

  async #do<T>(signal: AbortSignal, job: (worker: EndableWorker<Calls>) => Promise<T>): Promise<T> {
    if (signal.aborted) throw givenUp();
    clearTimeout(this.#idle);
    try {
      return await job(this.#ready());
    } catch (thrown) {
      const error = failureAs('worker_unavailable', thrown);
      // All else may leave it at work, or dead.
      if (error.code !== 'media_unsupported') this.end();
      throw error;
    } finally {
      if (this.#idleLimit < Infinity) this.#idle = setTimeout(() => this.end(), this.#idleLimit);
    }
  }

  #ready(): EndableWorker<Calls> {
    if (this.#worker) return this.#worker;
    const worker = (this.#worker = new EndableWorker<Calls>(this.#start, this.#unavailable));
    worker.onDeath = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    return worker;
  }
}

/** Rejects with `timeout` what takes longer than `limit` milliseconds, and aborts it. */
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
