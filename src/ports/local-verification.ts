import {SealedCaptureError, toSealedCaptureError} from '../model/errors.js';
import type {InspectionResult} from '../model/inspection-result.js';
import {beyondLimits} from '../seal/reading/beyond-limits.js';
import type {VerificationCalls} from './verification-calls.js';
import {verificationEngineUrl, verificationWorkerUrl} from './verification-script-urls.js';
import {WorkerClient} from './worker-client.js';

export interface LocalVerificationOptions {
  /** Root certificates, PEM: whose signers and time-stamp authorities are trusted. */
  trustAnchors: string;
  signal: AbortSignal;
}

/** Reads a seal with the engine in the browser. It is loaded with the first call; the file never leaves the device. */
export interface LocalVerification {
  /**
   * Rejects with `media_unsupported` for a file that seals are not read from, `worker_unavailable` where the engine
   * cannot be loaded or the page's policy forbids WebAssembly, `configuration_invalid` for trust anchors that are no
   * certificates. A file that is too much for the engine is a verdict (invalid, `general.error`), as it is with the
   * service.
   */
  verify(file: Blob, options: LocalVerificationOptions): Promise<InspectionResult>;
}

export interface WorkerLimits {
  /** How long the engine may work on one file, in milliseconds. */
  work: number;
  /** How long a worker is kept that has nothing to do, in milliseconds. */
  idle: number;
}

const LIMITS: WorkerLimits = {work: 30_000, idle: 30_000};
/** A limit is counted in steps: a page that slept through it, and its worker with it, has used up one. */
const STEPS = 6;

const startWorker = (): Worker => new Worker(verificationWorkerUrl(), {type: 'module'});

/** One worker, with its calls. */
class Engine extends WorkerClient<VerificationCalls> {
  readonly end: () => void;

  constructor(start: () => Worker) {
    let worker: Worker | undefined;
    super(() => (worker = start()));
    this.end = () => worker?.terminate();
  }
}

/**
 * One file at a time, in a worker that ends when nobody needs it. The engine blocks it: who gives up, runs out of time
 * or crashes the engine ends the worker. What was compiled is kept, so that the next one starts at once.
 */
export class WorkerLocalVerification implements LocalVerification {
  readonly #start: () => Worker;
  readonly #limits: WorkerLimits;
  readonly #engineUrl: () => string;
  /** Settles when no file is being read. */
  #last: Promise<unknown> = Promise.resolve();
  #compiled?: WebAssembly.Module;
  #engine?: Engine;
  #idle?: ReturnType<typeof setTimeout>;

  constructor(start = startWorker, limits = LIMITS, engineUrl = verificationEngineUrl) {
    this.#start = start;
    this.#limits = limits;
    this.#engineUrl = engineUrl;
  }

  verify(file: Blob, options: LocalVerificationOptions): Promise<InspectionResult> {
    const {signal} = options;
    return new Promise((resolve, reject) => {
      // Its turn may be long in coming.
      const onAbort = (): void => reject(givenUp());
      signal.addEventListener('abort', onAbort, {once: true});
      this.#last = this.#last
        .then(() => this.#judge(file, options))
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  async #judge(
    file: Blob,
    {trustAnchors, signal}: LocalVerificationOptions,
  ): Promise<InspectionResult> {
    if (signal.aborted) throw givenUp();
    clearTimeout(this.#idle);
    try {
      const engine = await this.#ready(signal);
      await engine.call('open', file, {signal});
      return await this.#inTime(engine, trustAnchors, signal);
    } catch (thrown) {
      const error = toSealedCaptureError(thrown, 'worker_unavailable');
      // All else may leave it at work, or dead.
      if (error.code !== 'media_unsupported') this.#end();
      throw error;
    } finally {
      this.#idle = setTimeout(() => this.#end(), this.#limits.idle);
    }
  }

  async #ready(signal: AbortSignal): Promise<Engine> {
    if (this.#engine) return this.#engine;
    const engine = (this.#engine = new Engine(this.#start));
    engine.onDeath = () => (this.#engine = undefined);
    const from = this.#compiled ?? this.#engineUrl();
    this.#compiled = await engine.call('prepare', from, {signal});
    return engine;
  }

  async #inTime(
    engine: Engine,
    trustAnchors: string,
    signal: AbortSignal,
  ): Promise<InspectionResult> {
    const late = new AbortController();
    let steps = 0;
    const timer = setInterval(() => {
      if (++steps === STEPS) late.abort();
    }, this.#limits.work / STEPS);
    try {
      const judgement = await engine.call('judge', trustAnchors, {
        signal: AbortSignal.any([signal, late.signal]),
      });
      if (judgement.name === 'judged') return judgement.result;
    } catch (thrown) {
      // Of a trap that nobody could catch.
      const hasDied = this.#engine !== engine;
      if (signal.aborted || !(late.signal.aborted || hasDied)) throw thrown;
    } finally {
      clearInterval(timer);
    }
    this.#end();
    return beyondLimits(late.signal.aborted ? 'timeout' : 'crash');
  }

  #end(): void {
    this.#engine?.end();
    this.#engine = undefined;
  }
}

const givenUp = (): SealedCaptureError =>
  new SealedCaptureError('aborted', 'The operation was given up.');
